import { once } from "node:events";
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { open } from "../../testing/commands.ts";
import { searchContract } from "../../testing/search.contract.ts";
import { openTestStore } from "../../testing/test-store.ts";
import { createSqliteStore } from "../store.ts";
import { spawnFixture } from "../testing/spawn-fixture.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

searchContract("SQLite store", async (clock, searchLimits) =>
  createSqliteStore({ folder: temporaryFolder(), clock, searchLimits }),
);

const nowhere = { project: "default", text: "nowhere", limit: 50 } as const;

test("[STORE-40] SQLite: commits are acknowledged while a search is under way", async () => {
  const searchLimits = { rows: 1_000, ms: 600_000, sliceRows: [1, 1] } as const;
  const { store, performAll } = await openTestStore(async (clock) =>
    createSqliteStore({ folder: temporaryFolder(), clock, searchLimits }),
  );
  await Promise.all(Array.from({ length: 40 }, (_, count) => performAll(`conv_${count}`, open())));
  const ended: string[] = [];
  const search = store.conversations(nowhere).then(() => ended.push("search"));
  await performAll("conv_during", open()).then(() => ended.push("commit"));
  await search;
  expect(ended).toEqual(["commit", "search"]);
});

test("[STORE-43] SQLite: a search under way when the store closes is rejected, and one afterwards too", async () => {
  const { store, performAll } = await openTestStore(async (clock) =>
    createSqliteStore({ folder: temporaryFolder(), clock }),
  );
  await performAll("conv_a", open());
  const search = store.conversations(nowhere);
  const closed = store.close();
  await expect(search).rejects.toThrow("has ended");
  await closed;
  await expect(store.conversations(nowhere)).rejects.toThrow("is closed");
});

test("[STORE-43] SQLite: closing twice at once waits for the thread, and leaves no write-ahead log", async () => {
  const folder = temporaryFolder();
  const { store, performAll } = await openTestStore(async (clock) => createSqliteStore({ folder, clock }));
  await performAll("conv_a", open());
  await store.conversations(nowhere);
  await Promise.all([store.close(), store.close()]);
  expect(readdirSync(folder).filter((name) => name.startsWith("askback.db"))).toEqual(["askback.db"]);
});

test("[STORE-43] SQLite: the thread that searches ends with its process, which it does not keep alive", async () => {
  const fixture = spawnFixture(new URL("../testing/search.fixture.ts", import.meta.url), [temporaryFolder()]);
  const exit = once(fixture.process, "exit");
  expect(await fixture.line()).toBe("found 0");
  expect(await exit).toEqual([0, null]);
});
