import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { stateFormat } from "@askback/core";
import { describe, expect, test } from "vitest";
import { answer, ask, finish, open, remove, say, start, stop } from "../testing/commands.ts";
import { referenceTo, upload } from "../testing/file.contract.ts";
import { readContents } from "../testing/store-contents.ts";
import { openTestStore } from "../testing/test-store.ts";
import { createSqliteStore } from "./store.ts";
import { spawnFixture } from "./testing/spawn-fixture.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const worker = { owner: "worker", leaseMs: 1_000, limit: 10 };

describe("SQLite store: the data folder", () => {
  test("[STORE-3] acknowledged commits survive a restart", async () => {
    const folder = temporaryFolder();
    const { store, performAll } = await openIn(folder);
    await performAll("conv_a", start({ title: "Kept" }), ask(), answer(), finish());
    await performAll("conv_b", start(), ask());
    const before = await readContents(store);
    await store.close();
    expect(await readContents((await openIn(folder)).store)).toEqual(before);
  });

  test("[STORE-9] a conversation in a newer state format is neither claimed nor due", async () => {
    const folder = temporaryFolder();
    const { store, performAll } = await openIn(folder);
    for (const id of ["conv_newer", "conv_ours", "conv_leased"]) await performAll(id, start());
    await store.claim({ ...worker, limit: 1 });
    await store.close();
    inDatabase(folder, `update conversations set state_format = ${stateFormat + 1} where id <> 'conv_ours'`);
    const reopened = await openIn(folder);
    expect(await reopened.store.claim(worker)).toMatchObject([{ conversation: { id: "conv_ours" } }]);
    await reopened.perform("conv_ours", finish(), { epoch: 1 });
    reopened.clock.advance(worker.leaseMs);
    expect(await reopened.store.claim(worker)).toEqual([]);
    expect(await reopened.store.dueIn()).toBeUndefined();
  });

  test("[STORE-9] a conversation is written in a format that servers without permissions and files leave alone", async () => {
    const folder = temporaryFolder();
    const { store, performAll } = await openIn(folder);
    await performAll("conv_a", start());
    await store.close();
    // They know formats up to 2.
    expect(inDatabase(folder, "select id from conversations where state_format > 2")).toMatchObject([{ id: "conv_a" }]);
  });

  test("[STORE-12] no content of an erased conversation is left in the files", async () => {
    const folder = temporaryFolder();
    const { store, performAll } = await openIn(folder);
    const ids = Array.from({ length: 12 }, (_, index) => `conv_${(index * 7) % 12}`);
    await Promise.all(ids.map((id) => performAll(id, open({ title: markerOf(id) }))));
    // Texts of all sizes, in turns, so that rows move between pages, which can leave copies behind.
    for (let round = 0; round < 4; round += 1) {
      await Promise.all(
        ids.map((id, index) => {
          const text = markerOf(id).repeat(1 + ((round * 31 + index * 17) % 23) ** 2);
          const own = answer({ text: text.slice(0, 9_000) });
          return performAll(id, say(text), ask(text.slice(0, 900)), own, finish(text));
        }),
      );
    }
    for (const id of ids.slice(0, -1)) {
      expect(bytesIn(folder).includes(markerOf(id))).toBe(true);
      await performAll(id, remove);
      expect(bytesIn(folder).includes(markerOf(id))).toBe(false);
    }
    expect(await store.messages(ids.at(-1) ?? "")).not.toEqual([]);
  });

  test("[STORE-12] no content of the files of an erased conversation is left in the database", async () => {
    const folder = temporaryFolder();
    const { store, performAll } = await openIn(folder);
    const attached = upload(1, { bytes: Buffer.from(`${markerOf("conv_a")}\n`.repeat(50_000)) });
    await store.files.save(attached);
    await performAll("conv_a", start({ files: [referenceTo(attached)] }));
    await performAll("conv_b", start());
    expect(bytesIn(folder).includes(markerOf("conv_a"))).toBe(true);
    await performAll("conv_a", remove);
    expect(bytesIn(folder).includes(markerOf("conv_a"))).toBe(false);
  });

  test("[STORE-12] a reader of the file does not block an erasure, and the next start clears the bytes", async () => {
    const folder = temporaryFolder();
    const { store, performAll } = await openIn(folder);
    await performAll("conv_a", open({ title: markerOf("conv_a") }), say(markerOf("conv_a")));
    const reader = new DatabaseSync(join(folder, "askback.db"));
    reader.exec("begin; select count(*) from messages");
    await performAll("conv_a", remove);
    expect(bytesIn(folder).includes(markerOf("conv_a"))).toBe(true);
    reader.close();
    await store.close();
    await (await openIn(folder)).store.close();
    expect(bytesIn(folder).includes(markerOf("conv_a"))).toBe(false);
  });

  test("[STORE-14] a write after close is rejected", async () => {
    const { store, prepare } = await openIn(temporaryFolder());
    const late = await prepare("conv_a", start());
    await store.close();
    await expect(store.commit(late)).rejects.toThrow();
  });

  test("[STORE-13] an empty folder gets all tables, and a second start changes nothing", async () => {
    const folder = join(temporaryFolder(), "not", "there", "yet");
    const { store } = await openIn(folder);
    await store.close();
    const first = inDatabase(folder, "select sql from sqlite_schema order by name");
    expect(JSON.stringify(first)).toMatch(/create table conversations/i);
    const [found] = inDatabase(folder, "pragma user_version");
    expect(found?.user_version).toBeGreaterThan(0);
    const reopened = await openIn(folder);
    await reopened.performAll("conv_a", open());
    expect(inDatabase(folder, "select sql from sqlite_schema order by name")).toEqual(first);
  });

  test("[STORE-13] a newer database is refused with a clear error, and the folder is unlocked", async () => {
    const folder = temporaryFolder();
    const { store, performAll } = await openIn(folder);
    await performAll("conv_a", open());
    await store.close();
    const [version] = inDatabase(folder, "pragma user_version");
    inDatabase(folder, "pragma user_version = 999");
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(() => createSqliteStore({ folder })).toThrow(/version 999.*start a newer Askback/);
    inDatabase(folder, `pragma user_version = ${version?.user_version}`);
    expect(await (await openIn(folder)).store.load("conv_a")).toMatchObject({ version: 1 });
  });

  test("[STORE-14] a folder in use is refused with a clear error until its store is closed", async () => {
    const folder = temporaryFolder();
    const { store } = await openIn(folder);
    expect(() => createSqliteStore({ folder })).toThrow(/in use by another Askback process/);
    await store.close();
    await expect(openIn(folder)).resolves.toBeDefined();
  });

  test("[OPS-24] a folder whose database cannot be opened is not said to be in use", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "askback.db"));
    expect(() => createSqliteStore({ folder })).toThrow(/unable to open database file/);
    expect(() => createSqliteStore({ folder })).not.toThrow(/in use/);
  });

  test("[STORE-14] after kill -9 the folder is free, and conversations in work can be claimed as expired", async () => {
    const folder = temporaryFolder();
    const child = spawnFixture(new URL("./testing/hold-lease.fixture.ts", import.meta.url), [folder]);
    expect(await child.line()).toBe("holds conv_a at epoch 1");
    expect(() => createSqliteStore({ folder })).toThrow(/in use/);
    child.process.kill("SIGKILL");
    await once(child.process, "exit");
    const { store } = await openIn(folder);
    expect(await store.dueIn()).toBe(0);
    expect(await store.claim(worker)).toMatchObject([
      { conversation: { id: "conv_a", status: "thinking" }, version: 4, epoch: 2, expired: true },
    ]);
  });

  test("[STORE-14] the lease of a dead process on a conversation at rest is gone", async () => {
    const folder = temporaryFolder();
    const { store, performAll } = await openIn(folder);
    await performAll("conv_a", start());
    await store.claim(worker);
    await performAll("conv_a", stop);
    await store.close();
    const reopened = await openIn(folder);
    expect(await reopened.store.dueIn()).toBeUndefined();
    expect(await reopened.perform("conv_a", say("Go"), { claim: worker })).toMatchObject({ ok: true, epoch: 2 });
  });
});

function openIn(folder: string) {
  return openTestStore(async (clock) => createSqliteStore({ folder, clock }));
}

function inDatabase(folder: string, sql: string) {
  const db = new DatabaseSync(join(folder, "askback.db"));
  try {
    return db.prepare(sql).all();
  } finally {
    db.close();
  }
}

function markerOf(id: string): string {
  return `<secret of ${id}>`;
}

function bytesIn(folder: string): string {
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), "latin1"))
    .join("\n");
}
