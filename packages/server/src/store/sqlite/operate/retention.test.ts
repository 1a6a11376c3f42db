import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createCommandRunner } from "../../testing/command-runner.ts";
import { answer, ask, finish, open, remove, say, start } from "../../testing/commands.ts";
import { referenceTo, upload } from "../../testing/file.contract.ts";
import { copyArchive, exportLines, importLines } from "../../testing/sample-data.ts";
import { openTestStore } from "../../testing/test-store.ts";
import { createTestTime, hourMs } from "../../testing/test-time.ts";
import { createSqliteStore } from "../store.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { createSqliteArchive } from "./archive.ts";
import { createSqliteRetention } from "./retention.ts";

const secret = "<secret of somebody>";

async function openFilled(folder: string) {
  const setting = await openTestStore(async (clock) => createSqliteStore({ folder, clock }));
  await setting.performAll("conv_a", start({ title: secret }), ask(secret), answer({ text: secret }), finish(secret));
  return setting;
}

test("[STORE-22] SQLite: a folder with a running server is not pruned, with a clear error", async () => {
  const folder = temporaryFolder();
  const { store, clock } = await openFilled(folder);
  const retention = createSqliteRetention({ folder });
  const request = { before: clock.now() + 1, isDryRun: false };
  for (const steps of [retention.pruneConversations(request), retention.pruneLog(request)])
    await expect(steps.next()).rejects.toThrow(/in use by another Askback process/);
  expect(await store.load("conv_a")).toBeDefined();
});

test("[STORE-22] SQLite: no pruned content is left in the files", async () => {
  const folder = temporaryFolder();
  const { store, clock } = await openFilled(folder);
  await store.close();
  const bytes = () => readdirSync(folder).map((file) => readFileSync(join(folder, file), "latin1"));
  expect(bytes().join()).toContain(secret);
  const request = { before: clock.now() + 1, isDryRun: false };
  for await (const _ of createSqliteRetention({ folder }).pruneConversations(request));
  expect(bytes().join()).not.toContain(secret);
});

test("[STORE-22] SQLite: a folder from which more is pruned than one checkpoint copies holds none of it, and opens again", async () => {
  const folder = temporaryFolder();
  const { store, clock, performAll } = await openTestStore(async (clock) => createSqliteStore({ folder, clock }));
  const message = secret.padEnd(45_000, "x");
  await Promise.all(Array.from({ length: 500 }, (_, n) => performAll(`conv_${n}`, start({ message }), finish())));
  await store.close();
  const request = { before: clock.now() + 1, isDryRun: false };
  const removed: number[] = [];
  for await (const step of createSqliteRetention({ folder }).pruneConversations(request))
    removed.push(step.conversations);
  expect(removed).toEqual([200, 200, 100]);
  expect(readdirSync(folder).filter((file) => readFileSync(join(folder, file)).includes(secret))).toEqual([]);
  const next = createSqliteStore({ folder });
  expect(await next.load("conv_1")).toBeUndefined();
  await next.close();
});

test("[STORE-22] SQLite: a prune whose bytes could not be cleared says so", async () => {
  const folder = temporaryFolder();
  const { store, clock } = await openFilled(folder);
  await store.close();
  const reader = new DatabaseSync(join(folder, "askback.db"), { readOnly: true });
  const steps = createSqliteRetention({ folder }).pruneConversations({ before: clock.now() + 1, isDryRun: false });
  expect((await steps.next()).value).toMatchObject({ conversations: 1 });
  reader.exec("begin; select count(*) from conversations");
  await expect(steps.next()).rejects.toMatchObject({
    message: expect.stringContaining("a reader needs the write-ahead log"),
    hint: expect.stringContaining("the next server on this folder clears"),
  });
  reader.close();
});

test("[TIME-8] SQLite: prune goes by the time of the folder: a file that a draft keeps stays where the machine's clock is ahead", async () => {
  const folder = temporaryFolder();
  const time = createTestTime(Date.UTC(2026, 0, 1, 12));
  const store = createSqliteStore({ folder, time: time.sources });
  const kept = upload(1);
  await store.files.save(kept);
  const { performAll } = createCommandRunner(store, store.clock);
  await performAll("conv_a", start({ files: [referenceTo(kept)] }), finish("Done."));
  await store.files.renew([kept.id], 29 * 24 * hourMs);
  const before = store.clock.now() + 1;
  await store.close();

  time.jump(60 * 24 * hourMs);
  const retention = createSqliteRetention({ folder, time: time.sources });
  for await (const _ of retention.pruneConversations({ before, isDryRun: false }));
  const after = createSqliteStore({ folder, time: time.sources });
  expect(await after.load("conv_a")).toBeUndefined();
  expect(await after.files.find(kept.id)).toMatchObject({ conversationIds: [] });
  await after.close();
});

test("[STORE-21] SQLite: a missing folder is neither exported nor pruned nor created", async () => {
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

test("[STORE-21] SQLite: an older folder is not exported, and the error says how to migrate it", async () => {
  const folder = temporaryFolder();
  const db = new DatabaseSync(join(folder, "askback.db"));
  db.exec(readFileSync(new URL("../testing/version-2.sql", import.meta.url), "utf8"));
  db.close();
  const archive = createSqliteArchive({ folder });
  await expect(archive.read().next()).rejects.toMatchObject({
    message: "this store is of an older version",
    hint: "Bring it up to date with `askback migrate`.",
  });
  await createSqliteStore({ folder }).close();
  expect((await archive.read().next()).value).toMatchObject({ counts: { conversation: 7 } });
});

test("[STORE-22] SQLite: a dry run and a refused import do not migrate an older folder", async () => {
  const folder = temporaryFolder();
  const db = new DatabaseSync(join(folder, "askback.db"));
  db.exec(readFileSync(new URL("../testing/version-2.sql", import.meta.url), "utf8"));
  const before = db.prepare("pragma user_version").get();
  const empty = temporaryFolder();
  await createSqliteStore({ folder: empty }).close();
  const lines = await exportLines(createSqliteArchive({ folder: empty }));
  await expect(importLines(createSqliteArchive({ folder }), lines)).rejects.toThrow("this store is not empty");
  const request = { before: 1, isDryRun: true };
  const retention = createSqliteRetention({ folder });
  for (const steps of [retention.pruneConversations(request), retention.pruneLog(request)])
    await expect(steps.next()).rejects.toThrow("this store is of an older version");
  expect(db.prepare("pragma user_version").get()).toEqual(before);
  db.close();
});

test("[STORE-22] SQLite: a dry run works beside a running server", async () => {
  const folder = temporaryFolder();
  const { clock } = await openFilled(folder);
  const steps = createSqliteRetention({ folder }).pruneConversations({ before: clock.now() + 1, isDryRun: true });
  expect((await steps.next()).value).toMatchObject({ conversations: 1 });
});

test("[STORE-21] SQLite: a reply without its conversation is not exported", async () => {
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
  await copyArchive(createSqliteArchive({ folder }), copy);
  expect((await copy.read().next()).value).toMatchObject({ counts: { conversation: 2, reply: 1 } });
});

test("[STORE-21] SQLite: of a conversation whose deletion was cut off between its steps only the deletion is exported", async () => {
  const folder = temporaryFolder();
  const disk = { isFull: false, commits: 0 };
  const { perform, performAll } = await openTestStore(async (clock) =>
    createSqliteStore({
      folder,
      clock,
      transactions: (db) => ({
        exec(sql) {
          if (sql === "commit" && disk.isFull && ++disk.commits > 1)
            throw Object.assign(new Error("database or disk is full"), { errcode: 13 });
          db.exec(sql);
        },
      }),
    }),
  );
  await performAll("conv_kept", start(), finish());
  await performAll("conv_a", open(), say(secret), say(secret));
  disk.isFull = true;
  await expect(perform("conv_a", remove)).rejects.toMatchObject({ fault: "full" });
  const lines = await exportLines(createSqliteArchive({ folder }));
  expect(lines.join()).not.toContain(secret);
  const [header, ...records] = lines.map((line) => JSON.parse(line));
  const ofType = (type: string) => records.filter((record) => record.type === type);
  expect(ofType("event").filter(({ conversationId }) => conversationId === "conv_a")).toMatchObject([
    { event: { type: "conversation.deleted" } },
  ]);
  expect(header.counts).toMatchObject({ message: ofType("message").length, event: ofType("event").length });
  expect(ofType("message").length).toBeGreaterThan(0);
  await importLines(createSqliteArchive({ folder: temporaryFolder() }), lines);
});
