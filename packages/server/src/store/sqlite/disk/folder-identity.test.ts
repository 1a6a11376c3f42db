import { readFileSync, writeFileSync } from "node:fs";
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
