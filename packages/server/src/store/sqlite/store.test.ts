import { describe, expect, test } from "vitest";
import { answer, ask, askElsewhere, finish, open, say, start } from "../testing/commands.ts";
import { storeContract } from "../testing/store.contract.ts";
import { readContents } from "../testing/store-contents.ts";
import { openTestStore } from "../testing/test-store.ts";
import type { TransactionDatabase } from "./commit/group-commit.ts";
import { createSqliteStore } from "./store.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

storeContract("SQLite store", async (clock) => createSqliteStore({ folder: temporaryFolder(), clock }));

describe("SQLite store: shared transactions", () => {
  test("[STORE-4] commits that wait together share one transaction, and a refused one does not affect the others", async () => {
    const { statements, store, prepare, performAll } = await createWatched();
    const ids = Array.from({ length: 20 }, (_, index) => `conv_${index}`);
    for (const id of ids) await performAll(id, open());
    const commits = await Promise.all(ids.map((id) => prepare(id, say("Hello"))));
    statements.length = 0;
    const results = await Promise.all(
      commits.map((commit, index) => store.commit(index === 7 ? { ...commit, expectedVersion: 9 } : commit)),
    );
    expect(statements.filter((sql) => sql.startsWith("begin"))).toHaveLength(1);
    expect(statements.filter((sql) => sql === "commit")).toHaveLength(1);
    expect(results.map(({ ok }) => ok)).toEqual(ids.map((_, index) => index !== 7));
    const versions = await Promise.all(ids.map(async (id) => (await store.load(id))?.version));
    expect(versions).toEqual(ids.map((_, index) => (index === 7 ? 1 : 4)));
  });

  test("[STORE-4] claims and extensions share the transaction of commits", async () => {
    const { statements, store, prepare, performAll } = await createWatched();
    await performAll("conv_a", start());
    const commit = await prepare("conv_b", start());
    statements.length = 0;
    const lease = { owner: "worker", leaseMs: 1_000 };
    const [, claims, held] = await Promise.all([
      store.commit(commit),
      store.claim({ ...lease, limit: 10 }),
      store.extend({ ...lease, conversationIds: ["conv_a", "conv_b"] }),
    ]);
    expect(statements.filter((sql) => sql.startsWith("begin"))).toHaveLength(1);
    expect(claims.map(({ conversation }) => conversation.id)).toEqual(["conv_a", "conv_b"]);
    expect([...held.keys()].sort()).toEqual(["conv_a", "conv_b"]);
  });

  test("[STORE-4] closing the store writes what waits", async () => {
    const folder = temporaryFolder();
    const first = await openTestStore(async (clock) => createSqliteStore({ folder, clock }));
    const written = first.store.commit(await first.prepare("conv_a", open()));
    await first.store.close();
    expect(await written).toEqual({ ok: true, version: 1 });
    const second = await openTestStore(async (clock) => createSqliteStore({ folder, clock }));
    expect(await second.store.load("conv_a")).toMatchObject({ version: 1 });
  });

  test.each(["begin immediate", "commit"])(
    "[STORE-5] when the disk fails at %j every commit of the transaction is rejected and none is visible",
    async (failing) => {
      const { disk, store, prepare, perform, performAll } = await createWatched();
      const ids = ["conv_a", "conv_b", "conv_c"];
      for (const id of ids) await performAll(id, start());
      const commits = await Promise.all(ids.map((id) => prepare(id, finish())));
      const before = await readContents(store);
      let calls = 0;
      const forget = store.onCommitted(() => (calls += 1));
      disk.failsAt = failing;
      const results = await Promise.allSettled([
        ...commits.map((commit) => store.commit(commit)),
        store.claim({ owner: "worker", leaseMs: 1_000, limit: 10 }),
      ]);
      forget();
      expect(results).toMatchObject(
        Array.from({ length: 4 }, () => ({ status: "rejected", reason: { message: "disk I/O error" } })),
      );
      expect(calls).toBe(0);
      expect(await readContents(store)).toEqual(before);
      delete disk.failsAt;
      expect(await perform("conv_a", finish())).toMatchObject({ ok: true });
      expect(await store.claim({ owner: "worker", leaseMs: 1_000, limit: 10 })).toHaveLength(2);
    },
  );

  test("[STORE-50] after a rollback and after a change of a lease, a commit goes on from the rows as they are", async () => {
    const { disk, store, prepare, perform, performAll } = await createWatched();
    await performAll("conv_a", start(), ask());
    disk.failsAt = "commit";
    const commit = await prepare("conv_a", answer());
    await expect(store.commit(commit)).rejects.toThrow("disk I/O error");
    delete disk.failsAt;
    expect(await store.load("conv_a")).toMatchObject({ version: commit.expectedVersion });
    expect(await store.commit(commit)).toMatchObject({ ok: true });
    const [claim] = await store.claim({ owner: "worker", leaseMs: 1_000, limit: 1 });
    expect(await perform("conv_a", finish(), { epoch: 7 })).toEqual({ ok: false, reason: "epoch" });
    expect(await perform("conv_a", finish(), { epoch: claim?.epoch ?? 0 })).toMatchObject({ ok: true });
    const entries = await store.audit.entries({ project: "default", after: 0, limit: 9 });
    expect(entries.map(({ seal }) => seal.number)).toEqual([1, 2, 3]);
    expect((await store.audit.chains()).map(({ number, hash }) => ({ number, hash }))).toEqual([entries[2]?.seal]);
  });

  test("[STORE-50] what was committed last is known without reading, and is what a restart reads", async () => {
    const folder = temporaryFolder();
    const { store, performAll } = await openTestStore(async (clock) => createSqliteStore({ folder, clock }));
    await performAll("conv_idle", start({ title: "Plans" }), say("Hurry"), ask(), answer(), finish());
    await performAll("conv_parked", start(), ask());
    await performAll("conv_thinking", start(), ask(), answer());
    await performAll("conv_large", askElsewhere("x".repeat(20_000)));
    const ids = ["conv_idle", "conv_parked", "conv_thinking"];
    const known = ids.map((id) => store.remembered?.(id));
    expect(store.remembered?.("conv_large")).toBeUndefined();
    await store.close();
    const { store: restarted } = await openTestStore(async (clock) => createSqliteStore({ folder, clock }));
    expect(await Promise.all(ids.map((id) => restarted.load(id)))).toEqual(known);
    expect(restarted.remembered?.("conv_idle")).toBeUndefined();
  });

  test("[STORE-50] what was committed last is forgotten by a rollback, a claim and a deletion", async () => {
    const { disk, store, prepare, perform, performAll } = await createWatched();
    await performAll("conv_a", start(), ask(), answer());
    const commit = await prepare("conv_a", finish());
    disk.failsAt = "commit";
    await expect(store.commit(commit)).rejects.toThrow("disk I/O error");
    delete disk.failsAt;
    expect(store.remembered?.("conv_a")).toBeUndefined();
    expect(await store.commit(commit)).toMatchObject({ ok: true });
    expect(store.remembered?.("conv_a")?.conversation.status).toBe("idle");
    await perform("conv_a", ({ at }) => ({ type: "delete", by: "ana", at }));
    expect(store.remembered?.("conv_a")).toBeUndefined();
    await performAll("conv_b", start());
    await store.claim({ owner: "worker", leaseMs: 1_000, limit: 1 });
    expect(store.remembered?.("conv_b")).toBeUndefined();
  });

  test("[STORE-5] rejected commits are not there after a restart", async () => {
    const folder = temporaryFolder();
    const { disk, store, prepare, performAll } = await createWatched(folder);
    await performAll("conv_a", start());
    const before = await readContents(store);
    const commit = await prepare("conv_a", finish());
    disk.failsAt = "commit";
    await expect(store.commit(commit)).rejects.toThrow("disk I/O error");
    await store.close();
    const restarted = await openTestStore(async (clock) => createSqliteStore({ folder, clock }));
    expect(await readContents(restarted.store)).toEqual(before);
  });
});

/** A store whose transaction statements can be read, and made to fail. */
async function createWatched(folder = temporaryFolder()) {
  const statements: string[] = [];
  const disk: { failsAt?: string } = {};
  const transactions = (db: TransactionDatabase): TransactionDatabase => ({
    exec(sql) {
      statements.push(sql);
      if (sql === disk.failsAt) throw new Error("disk I/O error");
      db.exec(sql);
    },
  });
  const setting = await openTestStore(async (clock) => createSqliteStore({ folder, clock, transactions }));
  return { ...setting, statements, disk };
}
