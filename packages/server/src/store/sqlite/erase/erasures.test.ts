import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import type { Clock } from "../../../clock.ts";
import { open, remove, say } from "../../testing/commands.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { openTestStore } from "../../testing/test-store.ts";
import { createGroupCommit, type TransactionDatabase } from "../commit/group-commit.ts";
import { openDataFolder } from "../data-folder.ts";
import { createSqliteStore } from "../store.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { createErasures } from "./erasures.ts";

/** Where a text is in the bytes of a folder. */
function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder).filter((file) => readFileSync(join(folder, file)).includes(text));
}

function inDatabase(folder: string, sql: string) {
  const db = new DatabaseSync(join(folder, "askback.db"));
  try {
    return db.prepare(sql).get();
  } finally {
    db.close();
  }
}

/** A conversation with as many messages and rows of the log as a long one has, and of its texts one row for each. */
async function openLarge(folder: string, transactions?: (db: TransactionDatabase) => TransactionDatabase) {
  const { store, performAll } = await openTestStore(async (clock) => createSqliteStore({ folder, clock }));
  await performAll("conv_large", open(), say("first"));
  await store.close();
  const copies = `with recursive copies (n) as (select 1 union all select n + 1 from copies where n < 600)`;
  inDatabase(
    folder,
    `insert into messages (conversation, number, place, said, message)
     ${copies} select conversation, number + n, place, said, json_set(message, '$.canary', printf('%.5000c', 'c')) from messages, copies`,
  );
  inDatabase(
    folder,
    `insert into log ${copies} select position + n, conversation, version, json_set(events, '$[0].canary', printf('%.5000c', 'c'))
     from log, copies where position = (select max(position) from log)`,
  );
  return openTestStore(async (clock) => createSqliteStore({ folder, clock, ...(transactions && { transactions }) }));
}

const rowsLeft = (folder: string) =>
  Number(
    inDatabase(
      folder,
      "select (select count(*) from messages) + (select count(*) from log where events not like '%conversation.deleted%') as rows",
    )?.rows,
  );

test("[STORE-44] SQLite: a large conversation is deleted in steps, and when that is acknowledged nothing is left", async () => {
  const folder = temporaryFolder();
  const seen: number[] = [];
  const { store, performAll } = await openLarge(folder, (db) => ({
    exec(sql) {
      db.exec(sql);
      if (sql === "commit" && seen.length > 0) seen.push(rowsLeft(folder));
    },
  }));
  const all = rowsLeft(folder);
  expect(all).toBeGreaterThan(1_200);
  seen.push(all);
  await performAll("conv_large", remove);
  expect(seen.at(-1)).toBe(0);
  // The deletion itself, and then steps of a few rows each.
  const steps = seen.map((rows, index) => (seen[index - 1] ?? rows) - rows);
  expect(steps.filter((rows) => rows > 0).length).toBeGreaterThan(10);
  expect(Math.max(...steps)).toBeLessThanOrEqual(64);
  await store.close();
  expect(filesWith(folder, "ccccc")).toEqual([]);
});

test("[CONV-20] a deletion that was cut off between its steps, or whose disk failed, is finished", async () => {
  const folder = temporaryFolder();
  const disk = { isFull: false, commits: 0 };
  const first = await openLarge(folder, (db) => ({
    exec(sql) {
      if (sql === "commit" && disk.isFull && ++disk.commits > 3)
        throw Object.assign(new Error("database or disk is full"), { errcode: 13 });
      db.exec(sql);
    },
  }));
  const all = rowsLeft(folder);
  disk.isFull = true;
  await expect(first.performAll("conv_large", remove)).rejects.toMatchObject({ fault: "full" });
  expect(await first.store.load("conv_large")).toMatchObject({ conversation: { status: "deleted" } });
  expect(rowsLeft(folder)).toBeGreaterThan(0);
  expect(rowsLeft(folder)).toBeLessThan(all);
  await first.store.close();
  expect(rowsLeft(folder)).toBeGreaterThan(0);

  const next = await openTestStore(async (clock) => createSqliteStore({ folder, clock }));
  await expect.poll(() => rowsLeft(folder)).toBe(0);
  await expect.poll(() => inDatabase(folder, "pragma application_id")).toEqual({ application_id: 0 });
  const { store } = next;
  expect((await store.events({ after: 0, limit: 10 })).map(({ event }) => event.type)).toEqual([
    "conversation.deleted",
  ]);
  await store.close();
  expect(filesWith(folder, "ccccc")).toEqual([]);
});

test("[CONV-20] a deletion whose disk was full is finished by the same server when there is room", async () => {
  const folder = temporaryFolder();
  const disk = { isFull: false, commits: 0 };
  const { store, clock, performAll } = await openLarge(folder, (db) => ({
    exec(sql) {
      if (sql === "commit" && disk.isFull && ++disk.commits > 3)
        throw Object.assign(new Error("database or disk is full"), { errcode: 13 });
      db.exec(sql);
    },
  }));
  disk.isFull = true;
  await expect(performAll("conv_large", remove)).rejects.toMatchObject({ fault: "full" });
  disk.isFull = false;
  await expect
    .poll(() => {
      clock.advance(1_000);
      return [store.whyUnavailable?.(), rowsLeft(folder)];
    })
    .toEqual([undefined, 0]);
  await expect.poll(() => filesWith(folder, "ccccc")).toEqual([]);
});

/** The erasures of a data folder without a store. */
function openErasures(folder: string) {
  const { db, close } = openDataFolder(folder);
  const seen = { isErased: false, retry() {} };
  const clock: Clock = {
    ...createManualClock(),
    after(_, retry) {
      seen.retry = retry;
      return () => {};
    },
  };
  const hooks = { beforeCommit() {}, onRolledBack() {}, onFlushed() {} };
  const onErased = () => {
    seen.isErased = true;
  };
  const erasures = createErasures(db, { group: createGroupCommit(db, hooks), clock, onErased });
  onTestFinished(() => {
    erasures.close();
    close();
  });
  return { db, erasures, seen };
}

test("[CONV-20] where the disk fails while a start looks for deletions that were cut off, it looks again", async () => {
  const folder = temporaryFolder();
  const { store } = await openLarge(folder);
  await store.close();
  inDatabase(folder, "update conversations set status = 'deleted'");
  const { db, erasures, seen } = openErasures(folder);
  db.exec("alter table conversations rename to unreadable");
  await expect(erasures.recover()).rejects.toThrow(/no such table/);
  expect(erasures.isAtWork()).toBe(true);
  // Nobody waits for it meanwhile.
  await erasures.settled();
  seen.retry();
  await erasures.settled();
  expect(erasures.isAtWork()).toBe(true);
  db.exec("alter table unreadable rename to conversations");
  seen.retry();
  await expect.poll(() => seen.isErased).toBe(true);
  expect(erasures.isAtWork()).toBe(false);
  expect(Number(inDatabase(folder, "select count(*) as rows from messages")?.rows)).toBe(0);
});

test("[CONV-20] nothing of a conversation that is not deleted is erased", async () => {
  const folder = temporaryFolder();
  const { store } = await openLarge(folder);
  await store.close();
  const all = rowsLeft(folder);
  const { erasures } = openErasures(folder);
  erasures.add("conv_large");
  await erasures.finish("conv_large");
  expect(erasures.isAtWork()).toBe(false);
  expect(rowsLeft(folder)).toBe(all);
});

test("[CONV-20] a deletion that is refused when it is tried again, because another write of its group threw, leaves the conversation as it is", async () => {
  const folder = temporaryFolder();
  let isArmed = false;
  const { store, prepare, performAll } = await openLarge(folder, (db) => ({
    exec(sql) {
      db.exec(sql);
      if (sql !== "rollback" || !isArmed) return;
      isArmed = false;
      inDatabase(folder, "update conversations set version = version + 1");
    },
  }));
  const all = rowsLeft(folder);
  const prepared = await prepare("conv_large", remove);
  const other = await prepare("conv_other", open());
  isArmed = true;
  const deletion = store.commit(prepared);
  const broken = store.commit({ ...other, projection: { ...other.projection, messages: undefined } } as never);
  await expect(broken).rejects.toThrow(TypeError);
  expect(await deletion).toMatchObject({ ok: false, reason: "version" });
  expect(isArmed).toBe(false);
  expect(rowsLeft(folder)).toBe(all);
  // What would be pending would be erased now.
  await performAll("conv_other", open(), remove);
  expect(rowsLeft(folder)).toBe(all);
});
