import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { databaseFile, openDataFolder } from "../data-folder.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { openWalIndex } from "./wal-index.ts";

/** A log without its database, so that its shared memory can be changed. */
function setUp() {
  const from = temporaryFolder();
  const { db, close } = openDataFolder(from);
  onTestFinished(close);
  db.exec("update log_horizon set position = 1");
  const file = join(temporaryFolder(), "some.db");
  for (const suffix of ["-wal", "-shm"])
    writeFileSync(`${file}${suffix}`, readFileSync(`${databaseFile(from)}${suffix}`));
  const index = openWalIndex(file);
  onTestFinished(index.close);
  return { memory: `${file}-shm`, index };
}

test("[OPS-21] shared memory whose header stays half written says nothing, and holds nobody up", () => {
  const { memory, index } = setUp();
  const whole = readFileSync(memory);
  expect(index.read()).toMatchObject({ frames: expect.any(Number), pageSize: 4096 });
  const half = Buffer.from(whole);
  half.writeUInt32LE(whole.readUInt32LE(8) + 1, 8);
  writeFileSync(memory, half);
  expect(index.read()).toBeUndefined();
  writeFileSync(memory, whole);
  expect(index.read()).toMatchObject({ pageSize: 4096 });
});

test("[OPS-21] shared memory that is too short says nothing", () => {
  const { memory, index } = setUp();
  index.read();
  truncateSync(memory, 60);
  expect(index.read()).toBeUndefined();
});
