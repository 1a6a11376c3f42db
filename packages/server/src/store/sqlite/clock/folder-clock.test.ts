import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createCommandRunner } from "../../testing/command-runner.ts";
import { start } from "../../testing/commands.ts";
import { createTestTime, hourMs, type TestTime } from "../../testing/test-time.ts";
import { checkSqlite } from "../operate/check-sqlite.ts";
import { createSqliteStore } from "../store.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { readFolderTime } from "./folder-clock.ts";

const noon = Date.UTC(2026, 0, 1, 12);

function openStore(folder: string, time: TestTime) {
  const store = createSqliteStore({ folder, time: time.sources });
  onTestFinished(() => store.close());
  return store;
}

test("[TIME-3] SQLite: the clock of a folder goes on where it was, also after an idle time, with a machine's clock that is behind", async () => {
  const folder = temporaryFolder();
  const time = createTestTime(noon);
  const before = openStore(folder, time);
  time.pass(hourMs);
  // A worker that looks for work, as it does every second.
  await before.claim({ owner: "worker", leaseMs: 1_000, limit: 1 });
  expect(readFolderTime(folder, { wall: () => noon })).toBe(noon + hourMs);
  await before.close();

  const after = openStore(folder, createTestTime(noon - hourMs));
  expect(after.clock.now()).toBe(noon + hourMs);
});

test("[TIME-3] SQLite: without its file, or with a damaged one, the clock of a folder goes on from the last recorded event", async () => {
  const folder = temporaryFolder();
  const time = createTestTime(noon);
  const before = openStore(folder, time);
  time.pass(500);
  await createCommandRunner(before, before.clock).performAll("conv_a", start());
  await before.close();
  const file = join(folder, "clock");
  expect(readFileSync(file, "utf8")).toMatch(/^\d{15} \d{15}$/);

  for (const damage of [
    () => rmSync(file),
    () => writeFileSync(file, ""),
    () => writeFileSync(file, "99999999x999999"),
  ]) {
    damage();
    const after = openStore(folder, createTestTime(noon - hourMs));
    expect(after.clock.now()).toBe(noon + 500);
    await after.close();
  }
});

test("[TIME-7] SQLite: a machine's clock behind that of the folder is a warning of the doctor", async () => {
  const folder = temporaryFolder();
  await openStore(folder, createTestTime(noon)).close();
  const clockFinding = (wall: number) =>
    checkSqlite(folder, { wall: () => wall }).find(({ check }) => check === "clock");
  expect(clockFinding(noon - hourMs)).toMatchObject({
    status: "warning",
    found: "this machine is 3600.0 s behind the data folder",
    advice: expect.stringContaining("NTP"),
  });
  expect(clockFinding(noon + hourMs)).toMatchObject({ status: "ok" });
});
