import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { linesOf, move, takeLines } from "../testing/filled-store.ts";
import { createSetting } from "../testing/setting.ts";
import { answer, ask, finish, open, start } from "../testing/wishes.ts";
import { createSqliteArchive } from "./sqlite-archive.ts";
import { createSqliteRetention } from "./sqlite-retention.ts";
import { createSqliteStore } from "./sqlite-store.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const secret = "<secret of somebody>";

async function openFilled(folder: string) {
  const setting = await createSetting(async (clock) => createSqliteStore({ folder, clock }));
  await setting.performAll("conv_a", start({ title: secret }), ask(secret), answer({ text: secret }), finish(secret));
  return setting;
}

test("[STORE-22] SQLite: a folder that a server works on is not pruned, in clear words", async () => {
  const folder = temporaryFolder();
  const { store, clock } = await openFilled(folder);
  const retention = createSqliteRetention({ folder });
  const request = { before: clock.now() + 1, isDryRun: false };
  for (const steps of [retention.pruneConversations(request), retention.pruneLog(request)])
    await expect(steps.next()).rejects.toThrow(/in use by another Askback process/);
  expect(await store.load("conv_a")).toBeDefined();
});

test("[STORE-22] SQLite: of what was pruned no byte is left in the folder", async () => {
  const folder = temporaryFolder();
  const { store, clock } = await openFilled(folder);
  await store.close();
  const bytes = () => readdirSync(folder).map((file) => readFileSync(join(folder, file), "latin1"));
  expect(bytes().join()).toContain(secret);
  const request = { before: clock.now() + 1, isDryRun: false };
  for await (const _ of createSqliteRetention({ folder }).pruneConversations(request));
  expect(bytes().join()).not.toContain(secret);
});

test("[STORE-21] SQLite: a folder without data is neither exported nor pruned, and not made either", async () => {
  const folder = join(temporaryFolder(), "nowhere");
  const retention = createSqliteRetention({ folder });
  const request = { before: 1, isDryRun: false };
  for (const steps of [
    createSqliteArchive({ folder }).read(),
    retention.pruneConversations(request),
    retention.pruneLog(request),
  ])
    await expect(steps.next()).rejects.toThrow(/there is no Askback data in .*nowhere/);
  expect(existsSync(folder)).toBe(false);
});

test("[STORE-21] SQLite: a folder of an older version is not exported, and told how to come up to date", async () => {
  const folder = temporaryFolder();
  const db = new DatabaseSync(join(folder, "askback.db"));
  db.exec(readFileSync(new URL("testing/version-2.sql", import.meta.url), "utf8"));
  db.close();
  const archive = createSqliteArchive({ folder });
  await expect(archive.read().next()).rejects.toMatchObject({
    message: "this store is of an older version",
    hint: "Bring it up to date with `askback migrate`.",
  });
  await createSqliteStore({ folder }).close();
  expect((await archive.read().next()).value).toMatchObject({ counts: { conversation: 7 } });
});

test("[STORE-22] SQLite: a dry run and an import that is refused leave a folder of an older version as it is", async () => {
  const folder = temporaryFolder();
  const db = new DatabaseSync(join(folder, "askback.db"));
  db.exec(readFileSync(new URL("testing/version-2.sql", import.meta.url), "utf8"));
  const before = db.prepare("pragma user_version").get();
  const empty = temporaryFolder();
  await createSqliteStore({ folder: empty }).close();
  const lines = await linesOf(createSqliteArchive({ folder: empty }));
  await expect(takeLines(createSqliteArchive({ folder }), lines)).rejects.toThrow("this store is not empty");
  const request = { before: 1, isDryRun: true };
  const retention = createSqliteRetention({ folder });
  for (const steps of [retention.pruneConversations(request), retention.pruneLog(request)])
    await expect(steps.next()).rejects.toThrow("this store is of an older version");
  expect(db.prepare("pragma user_version").get()).toEqual(before);
  db.close();
});

test("[STORE-22] SQLite: a dry run looks at a folder that a server works on", async () => {
  const folder = temporaryFolder();
  const { clock } = await openFilled(folder);
  const steps = createSqliteRetention({ folder }).pruneConversations({ before: clock.now() + 1, isDryRun: true });
  expect((await steps.next()).value).toMatchObject({ conversations: 1 });
});

test("[STORE-21] SQLite: a reply whose conversation is gone stays behind, and the rest moves", async () => {
  const folder = temporaryFolder();
  const { store, perform } = await openFilled(folder);
  const reply = { principal: "ana", route: "r", fingerprint: "f", status: 201, body: "{}" };
  for (const id of ["conv_b", "conv_c"]) await perform(id, open(), { reply: { ...reply, key: id } });
  await store.close();
  const db = new DatabaseSync(join(folder, "askback.db"));
  db.exec(`delete from log where conversation = (select key from conversations where id = 'conv_b');
    delete from conversations where id = 'conv_b'`);
  db.close();
  const copy = createSqliteArchive({ folder: temporaryFolder() });
  await move(createSqliteArchive({ folder }), copy);
  expect((await copy.read().next()).value).toMatchObject({ counts: { conversation: 2, reply: 1 } });
});
