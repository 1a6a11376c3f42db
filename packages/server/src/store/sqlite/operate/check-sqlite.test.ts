import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { ask, start } from "../../testing/commands.ts";
import { openTestStore } from "../../testing/test-store.ts";
import { createSqliteStore } from "../store.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { checkSqlite } from "./check-sqlite.ts";

/** A folder with some conversations in it, which nobody has open. */
async function usedFolder(): Promise<string> {
  const folder = temporaryFolder();
  const { store, performAll } = await openTestStore(async (clock) => createSqliteStore({ folder, clock }));
  for (let count = 0; count < 50; count += 1) await performAll(`conv_${count}`, start(), ask());
  await store.close();
  return folder;
}

function statuses(folder: string): Record<string, string> {
  return Object.fromEntries(checkSqlite(folder).map(({ check, status, found }) => [check, `${status}: ${found}`]));
}

test("[OPS-2] SQLite: a folder without a database passes, and nothing is created in it", () => {
  const folder = temporaryFolder();
  expect(checkSqlite(folder).map(({ status }) => status)).toEqual(["ok", "ok"]);
  expect(() => readFileSync(join(folder, "askback.db"))).toThrow("ENOENT");
});

test("[OPS-2] SQLite: an intact file passes, with or without a running server", async () => {
  const folder = await usedFolder();
  const found = {
    database: /^ok: .*intact, journal mode wal$/,
    tables: /^ok: version \d+$/,
    clock: /^ok: this machine is \d ms (ahead of|behind) the data folder$/,
  };
  expect(statuses(folder)).toEqual({
    database: expect.stringMatching(found.database),
    tables: expect.stringMatching(found.tables),
    clock: expect.stringMatching(found.clock),
    server: "ok: none runs on this folder",
  });
  const store = createSqliteStore({ folder });
  expect(statuses(folder)).toEqual({
    database: expect.stringMatching(found.database),
    tables: expect.stringMatching(found.tables),
    clock: expect.stringMatching(found.clock),
    server: "ok: one runs on this folder",
  });
  await store.close();
});

test("[OPS-2] SQLite: a damaged file, or one that is no database, fails", async () => {
  const folder = await usedFolder();
  const file = join(folder, "askback.db");
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0x55, 5 * 4096, 15 * 4096));
  expect(checkSqlite(folder)[0]).toMatchObject({ status: "failed", advice: expect.stringContaining("backup") });
  writeFileSync(file, "a letter to the editor".repeat(400));
  expect(checkSqlite(folder)[0]).toMatchObject({ status: "failed", advice: expect.stringContaining("backup") });
});

test("[OPS-2] SQLite: an older database is a warning, a newer one fails", () => {
  const folder = temporaryFolder();
  const db = new DatabaseSync(join(folder, "askback.db"));
  db.exec("pragma journal_mode = wal; pragma user_version = 1");
  expect(statuses(folder).tables).toMatch(/^warning: version 1, and this Askback has \d+$/);
  db.exec("pragma user_version = 999");
  expect(statuses(folder).tables).toMatch(/^failed: this database has version 999/);
  db.close();
});

test("[OPS-2] SQLite: a lock file that cannot be opened is a finding", async () => {
  const folder = await usedFolder();
  rmSync(join(folder, "lock.db"));
  mkdirSync(join(folder, "lock.db"));
  expect(statuses(folder).server).toMatch(/^failed: .*lock\.db cannot be read: /);
});
