import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { answer, ask, finish, open, remove, say } from "../../testing/commands.ts";
import { referenceTo, upload } from "../../testing/file.contract.ts";
import { standingAudit, standingRecord } from "../../testing/standing-answers.contract.ts";
import { readContents } from "../../testing/store-contents.ts";
import { openTestStore, type TestStore } from "../../testing/test-store.ts";
import { createSqliteStore } from "../store.ts";
import { spawnFixture } from "../testing/spawn-fixture.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { rangesToClear } from "./unused-bytes.ts";
import { deleteUnusedContents } from "./unused-contents.ts";

const ids = Array.from({ length: 40 }, (_, index) => `conv_${(index * 17) % 40}`);
const textOf = (id: string, length: number) => `<secret of ${id}>`.repeat(Math.ceil(length / 12)).slice(0, length);

const openIn = (folder: string) => openTestStore(async (clock) => createSqliteStore({ folder, clock }));

/** Fills conversations in turns with texts of all sizes, so that pages are split and keep copies of what moved. */
async function fill({ performAll }: TestStore): Promise<void> {
  await Promise.all(ids.map((id) => performAll(id, open({ title: textOf(id, 40) }))));
  for (let round = 0; round < 5; round += 1)
    await Promise.all(
      ids.map((id, index) => {
        const text = textOf(id, 20 + ((round * 31 + index * 17) % 23) ** 2 * 6);
        return performAll(id, say(text), ask(text.slice(0, 900)), answer({ text }), finish(text));
      }),
    );
}

/** Writes conversations of others until it is stopped; resolves to how many commits were made. */
function writeOthers({ performAll }: TestStore) {
  let isStopped = false;
  let commits = 0;
  async function write(writer: number): Promise<void> {
    for (let count = 0; !isStopped; count += 1) {
      // Short ids that begin alike fall between those that are deleted, so that their pages are split again.
      const id = `conv_${(count * 7) % 40}x${writer}x${count}`;
      await performAll(id, open({ title: "Others" }), say("what others write ".repeat(1 + ((count * 13) % 90))));
      commits += 2;
    }
  }
  const writers = [write(1), write(2), write(3)];
  return {
    commits: () => commits,
    async stop() {
      isStopped = true;
      await Promise.all(writers);
    },
  };
}

/** Where a text is in the bytes of a folder. */
function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder).filter((file) => readFileSync(join(folder, file)).includes(text));
}

/** How many pages of a closed database have something in their unused parts. */
function pagesWithRemains(folder: string): number {
  const bytes = readFileSync(join(folder, "askback.db"));
  const pages = Array.from({ length: bytes.length / 4096 }, (_, index) => index);
  return pages.filter((index) => rangesToClear(bytes.subarray(index * 4096, (index + 1) * 4096), index + 1).length > 0)
    .length;
}

function inDatabase(folder: string, sql: string) {
  const db = new DatabaseSync(join(folder, "askback.db"));
  try {
    return db.prepare(sql).get();
  } finally {
    db.close();
  }
}

test("[CONV-20] nothing of a conversation is left in the bytes of the files when its deletion is acknowledged, while others write", async () => {
  const folder = temporaryFolder();
  const setting = await openIn(folder);
  await fill(setting);
  const others = writeOthers(setting);
  for (const id of ids.slice(0, 8)) {
    expect(filesWith(folder, `<secret of ${id}>`)).not.toEqual([]);
    await setting.performAll(id, remove);
    expect(filesWith(folder, `<secret of ${id}>`)).toEqual([]);
  }
  await others.stop();
  for (const id of ids.slice(0, 8)) expect(filesWith(folder, `<secret of ${id}>`)).toEqual([]);
  const before = await readContents(setting.store);
  await setting.store.close();
  expect(inDatabase(folder, "pragma integrity_check")).toEqual({ integrity_check: "ok" });
  expect(await readContents((await openIn(folder)).store)).toEqual(before);
});

test("[CONV-20] a deletion at the end of another one is acknowledged when its bytes are gone", async () => {
  const folder = temporaryFolder();
  const setting = await openIn(folder);
  await fill(setting);
  const left = ids.map(async (id, index) => {
    for (let turn = 0; turn < index; turn += 1) await setImmediate();
    await setting.performAll(id, remove);
    return filesWith(folder, `<secret of ${id}>`);
  });
  expect((await Promise.all(left)).flat()).toEqual([]);
});

test("[CONV-20] nothing of a conversation is left when its deletion is acknowledged, while others search and write", async () => {
  const folder = temporaryFolder();
  const setting = await openIn(folder);
  await fill(setting);
  const others = writeOthers(setting);
  let isStopped = false;
  const searching = [1, 2, 3].map(async () => {
    while (!isStopped) await setting.store.conversations({ project: "default", text: "nowhere", limit: 50 });
  });
  for (const id of ids.slice(0, 8)) {
    await setting.performAll(id, remove);
    expect(filesWith(folder, `<secret of ${id}>`)).toEqual([]);
  }
  isStopped = true;
  await Promise.all([...searching, others.stop()]);
});

test("[CONV-20] when a deletion is acknowledged no page has anything in its unused parts, and all else is as it was", async () => {
  const folder = temporaryFolder();
  const setting = await openIn(folder);
  await fill(setting);
  await setting.store.close();
  expect(pagesWithRemains(folder)).toBeGreaterThan(0);
  const reopened = await openIn(folder);
  const messages = () => Promise.all(ids.slice(1).map((id) => reopened.store.messages(id)));
  const before = await messages();
  await reopened.performAll(ids[0] ?? "", remove);
  expect(await messages()).toEqual(before);
  await reopened.store.close();
  expect(pagesWithRemains(folder)).toBe(0);
});

test("[CONV-20] bytes that were not cleared before kill -9 are cleared after the next start", async () => {
  const folder = temporaryFolder();
  const setting = await openIn(folder);
  await fill(setting);
  await setting.store.close();
  const child = spawnFixture(new URL("../testing/erase-slowly.fixture.ts", import.meta.url), [folder, "conv_1"]);
  expect(await child.line()).toBe("committed");
  child.process.kill("SIGKILL");
  await once(child.process, "exit");
  expect(filesWith(folder, "<secret of conv_1>")).not.toEqual([]);
  await openIn(folder);
  await expect.poll(() => filesWith(folder, "<secret of conv_1>")).toEqual([]);
});

test("[CONV-20] while a reader needs the bytes a deletion is acknowledged, and they are cleared when it is tried again", async () => {
  const folder = temporaryFolder();
  const retries: (() => void)[] = [];
  const setting = await openTestStore(async (clock) =>
    createSqliteStore({
      folder,
      clock: {
        ...clock,
        after(_, retry) {
          retries.push(retry);
          return () => {};
        },
      },
    }),
  );
  await fill(setting);
  const reader = new DatabaseSync(join(folder, "askback.db"), { readOnly: true });
  onTestFinished(() => (reader.isOpen ? reader.close() : undefined));
  reader.exec("begin; select count(*) from messages");
  await setting.performAll("conv_1", remove);
  expect(filesWith(folder, "<secret of conv_1>")).not.toEqual([]);
  reader.close();
  expect(retries).toHaveLength(1);
  retries[0]?.();
  await expect.poll(() => filesWith(folder, "<secret of conv_1>")).toEqual([]);
});

test("[CONV-21] others write while the bytes of a deletion are cleared", async () => {
  const folder = temporaryFolder();
  const setting = await openIn(folder);
  // A large file, which takes many steps.
  const attached = upload(1, { bytes: Buffer.alloc(10 * 1024 * 1024, "what is kept ") });
  await setting.store.files.save(attached);
  await setting.performAll("conv_kept", open(), say("Look", [referenceTo(attached)]));
  await setting.performAll("conv_1", open({ title: textOf("conv_1", 40) }));
  const others = writeOthers(setting);
  const before = others.commits();
  await setting.performAll("conv_1", remove);
  expect(others.commits() - before).toBeGreaterThan(10);
  await others.stop();
  expect(Buffer.compare((await setting.store.files.read(attached.id)) ?? Buffer.of(), attached.bytes)).toBe(0);
});

test("[CONV-21] the contents of files are deleted one by one, and what was uploaded again stays", async () => {
  const folder = temporaryFolder();
  const { store } = await openIn(folder);
  for (const number of [1, 2, 3]) await store.files.save(upload(number, { bytes: Buffer.from(`content ${number}`) }));
  await store.close();
  const db = new DatabaseSync(join(folder, "askback.db"));
  onTestFinished(() => db.close());
  const [kept] = db.prepare("select * from files order by hash desc").all();
  db.exec("delete from files");
  const counts: unknown[] = [];
  await deleteUnusedContents(db, async () => {
    counts.push(db.prepare("select count(*) as count from file_contents").get()?.count);
    if (counts.length === 1 && kept) db.prepare(insertUpload).run(...Object.values(kept));
  });
  expect(counts).toEqual([2, 1, 1, 1]);
});

const insertUpload =
  "insert into files (id, hash, name, type, size, project, uploaded_by, uploaded_at) values (?, ?, ?, ?, ?, ?, ?, ?)";

test("[STANDING-4] nothing of a standing answer is left in the bytes of the files after it was revoked", async () => {
  const folder = temporaryFolder();
  const { store } = await openIn(folder);
  await store.standing.make({ ...standingRecord, set: { answers: [] } }, standingAudit("standing-made"));
  expect(filesWith(folder, "Tea ü?")).not.toEqual([]);
  await store.standing.revoke(standingRecord.id, standingAudit("standing-revoked"));
  await expect.poll(() => filesWith(folder, "Tea ü?")).toEqual([]);
});
