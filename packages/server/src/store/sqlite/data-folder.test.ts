import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { stateFormat } from "@askback/core";
import { describe, expect, test } from "vitest";
import { contentsOf } from "../testing/contents.ts";
import { createSetting } from "../testing/setting.ts";
import { answer, ask, finish, open, remove, say, start, stop } from "../testing/wishes.ts";
import { createSqliteStore } from "./sqlite-store.ts";
import { spawnFixture } from "./testing/spawn-fixture.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const worker = { owner: "worker", leaseMs: 1_000, limit: 10 };

describe("SQLite store: the data folder", () => {
  test("[STORE-3] what was acknowledged is there after a restart", async () => {
    const folder = temporaryFolder();
    const { store, performAll } = await openIn(folder);
    await performAll("conv_a", start({ title: "Kept" }), ask(), answer(), finish());
    await performAll("conv_b", start(), ask());
    const before = await contentsOf(store);
    await store.close();
    expect(await contentsOf((await openIn(folder)).store)).toEqual(before);
  });

  test("[STORE-9] a conversation in a newer state format is neither claimed nor due", async () => {
    const folder = temporaryFolder();
    const { store, performAll } = await openIn(folder);
    for (const id of ["conv_newer", "conv_ours", "conv_leased"]) await performAll(id, start());
    await store.claim({ ...worker, limit: 1 });
    await store.close();
    inDatabase(folder, `update conversations set state_format = ${stateFormat + 1} where id <> 'conv_ours'`);
    const again = await openIn(folder);
    expect(await again.store.claim(worker)).toMatchObject([{ conversation: { id: "conv_ours" } }]);
    await again.perform("conv_ours", finish(), { epoch: 1 });
    again.clock.turn(worker.leaseMs);
    expect(await again.store.claim(worker)).toEqual([]);
    expect(await again.store.dueIn()).toBeUndefined();
  });

  test("[STORE-12] of an erased conversation no byte of content is left in the folder", async () => {
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

  test("[STORE-12] an erasure that a reader of the file holds up is not waited for, and is made up for at the next start", async () => {
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

  test("[STORE-14] a write after the end is rejected and harms nobody", async () => {
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
    const again = await openIn(folder);
    await again.performAll("conv_a", open());
    expect(inDatabase(folder, "select sql from sqlite_schema order by name")).toEqual(first);
  });

  test("[STORE-13] a database of a newer version is refused in clear words, and the folder is free again", async () => {
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

  test("[STORE-14] a folder that is in use is refused in clear words until its store is closed", async () => {
    const folder = temporaryFolder();
    const { store } = await openIn(folder);
    expect(() => createSqliteStore({ folder })).toThrow(/in use by another Askback process/);
    await store.close();
    await expect(openIn(folder)).resolves.toBeDefined();
  });

  test("[STORE-14] after kill -9 the folder is free, and what its process worked on can be claimed as expired", async () => {
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

  test("[STORE-14] a lease that a dead process held on what came to rest is gone", async () => {
    const folder = temporaryFolder();
    const { store, performAll } = await openIn(folder);
    await performAll("conv_a", start());
    await store.claim(worker);
    await performAll("conv_a", stop);
    await store.close();
    const again = await openIn(folder);
    expect(await again.store.dueIn()).toBeUndefined();
    expect(await again.perform("conv_a", say("Go"), { claim: worker })).toMatchObject({ ok: true, epoch: 2 });
  });
});

function openIn(folder: string) {
  return createSetting(async (clock) => createSqliteStore({ folder, clock }));
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
