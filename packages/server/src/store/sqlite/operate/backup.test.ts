import {
  chmodSync,
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { ask, open, say, start } from "../../testing/commands.ts";
import { readContents } from "../../testing/store-contents.ts";
import { openTestStore } from "../../testing/test-store.ts";
import { createSqliteStore } from "../store.ts";
import { committingServer } from "../testing/committing-server.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { type BackupProgress, copyDatabase } from "./backup.ts";
import { restoreDatabase, startNewSqliteHistory } from "./restore.ts";

const openIn = (folder: string) => openTestStore(async (clock) => createSqliteStore({ folder, clock }));
const at = new Date("2026-01-02T03:04:05Z");

/** A data folder with one conversation, closed. */
async function usedFolder(title = "Kept"): Promise<string> {
  const folder = temporaryFolder();
  const { store, performAll } = await openIn(folder);
  await performAll("conv_a", start({ title }), ask());
  await store.close();
  return folder;
}

/** What a folder holds and the id of its log, read by a start and a stop. */
async function startAndStop(folder: string) {
  const { store } = await openIn(folder);
  const seen = { contents: await readContents(store), history: await store.history() };
  await store.close();
  return seen;
}

test("[HISTORY-5] a copy that is made while a server commits has all that was acknowledged before, and is whole", async () => {
  const folder = temporaryFolder();
  const server = await committingServer(folder, 300);
  const copies = [temporaryFolder(), temporaryFolder()];
  const steps: BackupProgress[] = [];
  for (const [index, into] of copies.entries()) {
    await copyDatabase(folder, into, (progress) => void steps.push(progress));
    expect(statSync(join(into, "askback.db")).mode & 0o777).toBe(0o600);
    expect(readdirSync(into)).toEqual(["askback.db"]);
    const { store } = await openIn(into);
    const messages = await store.messages("conv_a");
    expect(messages.length).toBeGreaterThanOrEqual(300);
    expect(messages.map(({ number }) => number)).toEqual(messages.map((_, place) => place + 1));
    const [last] = (await store.events({ after: 0, limit: 1_000_000 })).slice(-1);
    expect([last?.version, last?.position]).toEqual([(await store.load("conv_a"))?.version, await store.position()]);
    // The server was not held up by the copy, and is ahead of it.
    if (index === 0) await server.acknowledged(messages.length + 1);
  }
  expect(steps.at(-1)).toEqual({ pages: expect.any(Number), done: steps.at(-1)?.pages });
  await server.kill();
});

test("[HISTORY-5] a copy of damaged data is refused, and the hint leads to an earlier backup", async () => {
  const folder = await usedFolder();
  const file = openSync(join(folder, "askback.db"), "r+");
  writeSync(file, Buffer.alloc(8_192, 0xde), 0, 8_192, 4 * 4_096);
  closeSync(file);
  await expect(copyDatabase(folder, temporaryFolder())).rejects.toMatchObject({
    message: expect.stringContaining("the copy is damaged"),
    hint: expect.stringContaining("an earlier backup"),
  });
});

test("[HISTORY-6] a restore brings back the copy under a new history, and keeps what it replaced", async () => {
  const folder = await usedFolder("Old");
  const copy = temporaryFolder();
  await copyDatabase(folder, copy);
  const before = await startAndStop(folder);
  const { store, performAll } = await openIn(folder);
  await performAll("conv_a", say("This one"));
  await performAll("conv_later", open());
  const later = await readContents(store);
  expect(() => restoreDatabase(folder, copy, at)).toThrow("in use by another Askback process");
  await store.close();

  const aside = restoreDatabase(folder, copy, at);
  expect(aside).toBe(join(folder, "replaced-2026-01-02T03-04-05"));
  const restored = await startAndStop(folder);
  expect(restored.contents).toEqual(before.contents);
  expect(restored.history).not.toBe(before.history);
  expect((await startAndStop(folder)).history).toBe(restored.history);
  expect((await startAndStop(aside ?? "")).contents).toEqual(later);
  // The same again, from a file, and into a folder that is not there yet.
  const fresh = join(temporaryFolder(), "new");
  expect(restoreDatabase(fresh, join(copy, "askback.db"), at)).toBeUndefined();
  expect((await startAndStop(fresh)).contents).toEqual(before.contents);
  expect(restoreDatabase(folder, copy, at)).toBe(join(folder, "replaced-2026-01-02T03-04-05-2"));
});

test("[HISTORY-6] a log of the old database is never played into the restored one", async () => {
  const folder = temporaryFolder();
  const copy = temporaryFolder();
  await copyDatabase(await usedFolder("Restored"), copy);
  // A server that is killed leaves its log beside the database.
  const server = await committingServer(folder, 20);
  await server.kill();
  expect(existsSync(join(folder, "askback.db-wal"))).toBe(true);
  const aside = restoreDatabase(folder, copy, at) ?? "";
  expect(readdirSync(folder).filter((name) => name.startsWith("askback.db"))).toEqual(["askback.db"]);
  const { contents } = await startAndStop(folder);
  expect(contents.conversations.items).toMatchObject([{ conversation: { title: "Restored" } }]);
  const { store } = await openIn(aside);
  expect((await store.messages("conv_a")).length).toBeGreaterThanOrEqual(20);
});

test("[HISTORY-6] what is no backup, or a damaged one, changes nothing", async () => {
  const folder = await usedFolder();
  const { contents } = await startAndStop(folder);
  const broken = await usedFolder("A".repeat(100_000));
  writeFileSync(join(broken, "askback.db"), "x".repeat(5_000), { flag: "r+" });
  const garbage = join(temporaryFolder(), "garbage");
  writeFileSync(garbage, "no database");
  chmodSync(garbage, 0o400);
  for (const [backup, problem] of [
    [join(folder, "missing"), /there is no/],
    [temporaryFolder(), /there is no database/],
    [broken, /cannot be used/],
    [garbage, /cannot be used/],
  ] as const)
    expect(() => restoreDatabase(folder, backup, at)).toThrow(problem);
  expect(readdirSync(folder).filter((name) => name.startsWith("re"))).toEqual([]);
  expect((await startAndStop(folder)).contents).toEqual(contents);
});

test("[HISTORY-7] the history stays through restarts and kills, and changes when a copy is put back by hand", async () => {
  const folder = temporaryFolder();
  const { history } = await startAndStop(folder);
  const server = await committingServer(folder, 3);
  const made = temporaryFolder();
  await copyDatabase(folder, made);
  await server.kill();
  expect((await startAndStop(folder)).history).toBe(history);

  // A copy of the file from before, over the same file.
  const file = join(folder, "askback.db");
  const copied = join(temporaryFolder(), "copied.db");
  copyFileSync(file, copied);
  expect((await startAndStop(folder)).history).toBe(history);
  copyFileSync(copied, file);
  const second = await startAndStop(folder);
  expect(second.history).not.toBe(history);
  expect((await startAndStop(folder)).history).toBe(second.history);

  // A copy that `askback backup` made while the server ran.
  copyFileSync(join(made, "askback.db"), file);
  const third = await startAndStop(folder);
  expect([history, second.history]).not.toContain(third.history);

  // A copy of the whole folder, in a place of its own.
  const moved = join(temporaryFolder(), "moved");
  cpSync(folder, moved, { recursive: true });
  expect((await startAndStop(moved)).history).not.toBe(third.history);
  rmSync(folder, { recursive: true });
  cpSync(moved, folder, { recursive: true });
  expect((await startAndStop(folder)).history).not.toBe(third.history);

  const { history: last } = await startAndStop(folder);
  startNewSqliteHistory(folder);
  expect((await startAndStop(folder)).history).not.toBe(last);
});

test("[HISTORY-7] a folder that was deleted and put back starts a new history, also where its files get the same numbers", async () => {
  const folder = await usedFolder();
  const { history } = await startAndStop(folder);
  const file = join(folder, "askback.db");
  const mark = join(folder, "history");
  const copy = join(temporaryFolder(), "copy");
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
  const { ino } = statSync(file);
  await startAndStop(folder);
  rmSync(folder, { recursive: true });
  cpSync(copy, folder, { recursive: true, preserveTimestamps: true });
  // File systems give the numbers of deleted files again, but not always to the same file.
  writeFileSync(mark, readFileSync(mark, "utf8").replace(` ${ino}`, ` ${statSync(file).ino}`));
  expect((await startAndStop(folder)).history).not.toBe(history);
});

test("[HISTORY-7] a folder whose files were all written over with their copies, times included, starts a new history", async () => {
  const folder = await usedFolder();
  const { history } = await startAndStop(folder);
  const copies = readdirSync(folder).map((name) => ({
    path: join(folder, name),
    bytes: readFileSync(join(folder, name)),
  }));
  const { history: unchanged } = await startAndStop(folder);
  expect(unchanged).toBe(history);
  for (const { path, bytes } of copies) {
    writeFileSync(path, bytes);
    utimesSync(path, 1, 1);
  }
  const next = await startAndStop(folder);
  expect(next.history).not.toBe(history);
  expect((await startAndStop(folder)).history).toBe(next.history);
});

test("[HISTORY-7] a copy of a running server's files that is put back into them after a kill starts a new history", async () => {
  const folder = temporaryFolder();
  const { history } = await startAndStop(folder);
  const server = await committingServer(folder, 3);
  const copies = ["askback.db", "askback.db-wal"].map((name) => ({
    path: join(folder, name),
    bytes: readFileSync(join(folder, name)),
  }));
  await server.acknowledged(50);
  await expect
    .poll(() => Number(readFileSync(join(folder, "clock"), "utf8").split(" ")[3]), { timeout: 10_000 })
    .toBeGreaterThan(50);
  await server.kill();
  for (const { path, bytes } of copies) writeFileSync(path, bytes);
  const next = await startAndStop(folder);
  expect(next.history).not.toBe(history);
  expect((await startAndStop(folder)).history).toBe(next.history);
});

test("[HISTORY-7] the marks of an older server are known", async () => {
  const folder = await usedFolder();
  const { history } = await startAndStop(folder);
  const db = new DatabaseSync(join(folder, "askback.db"));
  db.exec("update history set mark = substr(mark, 1, 16)");
  db.close();
  writeFileSync(join(folder, "clock"), readFileSync(join(folder, "clock"), "utf8").slice(0, 15));
  expect((await startAndStop(folder)).history).toBe(history);
});
