import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { databaseFile, openDataFolder } from "../data-folder.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

/** A data folder, and a commit that writes a page to its log. */
function setUp() {
  const folder = temporaryFolder();
  openDataFolder(folder).close();
  const { db, identity, close } = openDataFolder(folder);
  onTestFinished(close);
  db.exec("pragma wal_autocheckpoint = 0");
  let version = 0;
  return {
    file: databaseFile(folder),
    identity,
    copyLog: () => db.exec("pragma wal_checkpoint(passive)"),
    commit: () => db.exec(`update log_horizon set position = ${++version}`),
  };
}

test("[OPS-21] a log that was copied and began anew between two checks stops nothing, however often", () => {
  for (const times of [1, 2, 3]) {
    const { identity, copyLog, commit } = setUp();
    for (let count = 0; count < times; count += 1) {
      commit();
      copyLog();
    }
    commit();
    identity.check();
    expect(identity.isOverwritten).toBe(false);
  }
});

test("[OPS-21] a database that is overwritten is found out where its log is empty, and where all of the log was copied", () => {
  for (const copiesBefore of [0, 1, 2]) {
    const { file, identity, copyLog, commit } = setUp();
    for (let count = 0; count < copiesBefore; count += 1) {
      commit();
      identity.whileWriting(copyLog);
    }
    writeFileSync(file, readFileSync(file));
    commit();
    expect(() => identity.check()).toThrow(/overwritten/);
    expect(identity.isOverwritten).toBe(true);
  }
});

/** Writes 32 bits into the shared memory of a log. */
function writeIndex(file: string, position: number, value: number): void {
  const index = openSync(`${file}-shm`, "r+");
  writeSync(index, new Uint8Array(new Uint32Array([value]).buffer), 0, 4, position);
  closeSync(index);
}

test("[OPS-21] a checkpoint of another program that has begun, or was killed before its end, stops nothing", () => {
  const { file, identity, commit } = setUp();
  commit();
  commit();
  identity.check();
  // SQLite writes how far it will copy, then pages, and only at the end how far it has copied.
  writeIndex(file, 128, 2);
  for (let count = 0; count < 2; count += 1) {
    writeFileSync(file, readFileSync(file));
    commit();
    identity.check();
  }
  expect(identity.isOverwritten).toBe(false);
});

test("[OPS-21] while the header of the shared memory is half written nothing is decided, and the next check decides", () => {
  const { file, identity, copyLog, commit } = setUp();
  commit();
  identity.check();
  copyLog();
  const memory = readFileSync(`${file}-shm`);
  writeIndex(file, 8, memory.readUInt32LE(8) + 1);
  identity.check();
  expect(identity.uncopiedPages()).toBe(0);
  writeIndex(file, 8, memory.readUInt32LE(8));
  identity.check();
  writeFileSync(file, readFileSync(file));
  expect(() => identity.check()).toThrow(/overwritten/);
});
