import { setTimeout as rest } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../packages/server/src/clock.ts";
import { openDatabase } from "../../packages/server/src/store/postgres/database.ts";
import { createPostgresStore } from "../../packages/server/src/store/postgres/postgres-store.ts";
import { freshSchema } from "../../packages/server/src/store/postgres/testing/fresh-schema.ts";
import { runSql } from "../../packages/server/src/store/postgres/testing/run-sql.ts";
import type { Store } from "../../packages/server/src/store/store.ts";
import { StoreUnavailable } from "../../packages/server/src/store/store-unavailable.ts";
import { answer, ask, finish, start } from "../../packages/server/src/store/testing/wishes.ts";
import { createWorkbench } from "../../packages/server/src/store/testing/workbench.ts";
import { openNetwork } from "../support/network.ts";
import { startPooler } from "../support/pgbouncer.ts";
import { type Cluster, startCluster } from "../support/postgres-cluster.ts";
import { pgbouncer, setReadOnly } from "./places.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

const never = 3_600_000;

async function openStore(urls: { readonly url: string; readonly directUrl?: string }) {
  // Without a poll only LISTEN can tell; and what breaks while it is idle is no news here.
  const store = await createPostgresStore({ ...urls, pollMs: never, statementTimeoutMs: 1_000, failed() {} });
  onTestFinished(() => store.close());
  return { store, ...createWorkbench(store, systemClock) };
}

/** Opens several connections, which then rest. */
async function openConnections(store: Store): Promise<void> {
  await Promise.all(["a", "b", "c", "d"].map((name) => store.messages(name)));
}

/** Does it as soon as the database is there again, as a caller would. */
async function whenBack<Value>(work: () => Promise<Value>): Promise<Value> {
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      await rest(20);
    }
}

/** Waits until a reader that looks only when it is told has seen so many events of a conversation. */
function seen(store: Store, conversationId: string, count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () =>
      whenBack(() => store.events({ after: 0, limit: 1_000, conversationIds: [conversationId] }))
        .then((events) => events.length >= count && resolve())
        .catch(reject);
    onTestFinished(store.onCommitted(look));
    void look();
  });
}

const fresh = async () => ({ url: await freshSchema(cluster.url()) });

async function freshPooled() {
  const pooler = await startPooler(pgbouncer ?? "", cluster.url());
  onTestFinished(() => pooler.stop());
  return pooler.fresh();
}

const disturbances = [
  { name: "a crash", open: fresh, disturb: () => cluster.crash(200) },
  ...(pgbouncer === undefined
    ? []
    : [{ name: "a crash behind a pooler", open: freshPooled, disturb: () => cluster.crash(200) }]),
  {
    name: "all connections were ended",
    open: fresh,
    disturb: () =>
      runSql(
        cluster.url(),
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'askback'",
      ),
  },
];

test.each(disturbances)(
  "[STORE-20] after $name commits, claims, readers and listeners go on by themselves",
  async ({ open, disturb }) => {
    const urls = await open();
    const [here, there] = [await openStore(urls), await openStore(urls)];
    await here.performAll("conv_parked", start(), ask());
    await seen(there.store, "conv_parked", 6);

    await disturb();
    await whenBack(() => here.performAll("conv_parked", answer()));
    await seen(there.store, "conv_parked", 8);
    const claims = await whenBack(() => there.store.claim({ owner: "there", leaseMs: 10_000, limit: 10 }));
    expect(claims.map(({ conversation }) => conversation.id)).toEqual(["conv_parked"]);
    await there.perform("conv_parked", finish(), { epoch: claims[0]?.epoch ?? 0 });
    await here.performAll("conv_new", start(), finish());
    await seen(there.store, "conv_new", 6);
    await seen(here.store, "conv_parked", 10);
    const numbers = (await here.store.events({ after: 0, limit: 100, conversationIds: ["conv_parked"] })).map(
      ({ version }) => version,
    );
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  },
);

test("[STORE-20] while the database takes no writes commits fail as away and the store is not ready, and then both go on", async () => {
  const { store, performAll } = await openStore(await fresh());
  await openConnections(store);
  onTestFinished(() => setReadOnly(cluster.url(), "off"));
  await setReadOnly(cluster.url(), "on");
  let count = 0;
  const attempt = () => {
    count += 1;
    return performAll(`conv_during_${count}`, start());
  };
  const failure = await failureOf(attempt);
  expect(failure).toBeInstanceOf(StoreUnavailable);
  await expect(store.position()).rejects.toBeInstanceOf(StoreUnavailable);
  await expect(attempt()).rejects.toBeInstanceOf(StoreUnavailable);
  await setReadOnly(cluster.url(), "off");
  await whenBack(() => performAll("conv_after", start()));
  expect(await store.load("conv_after")).toBeDefined();
});

/** A server takes up new settings in its own time. */
async function failureOf(work: () => Promise<unknown>): Promise<unknown> {
  for (;;)
    try {
      await work();
    } catch (error) {
      return error;
    }
}

test("[STORE-20] connections from which nothing comes any more are given up, all at once", async () => {
  const network = await openNetwork(await freshSchema(cluster.url()));
  onTestFinished(() => network.close());
  const { store, performAll } = await openStore({ url: network.url });
  await openConnections(store);
  network.freeze();
  await expect(performAll("conv_1", start())).rejects.toBeInstanceOf(StoreUnavailable);
  await performAll("conv_1", start());
  await openConnections(store);
  expect(await store.events({ after: 0, limit: 10 })).toHaveLength(4);
});

test("[STORE-20] who waited for one of those connections gets a fresh one", async () => {
  const network = await openNetwork(await freshSchema(cluster.url()));
  onTestFinished(() => network.close());
  const database = openDatabase({ url: network.url, maxConnections: 1, statementTimeoutMs: 1_000, failed() {} });
  onTestFinished(() => database.close());
  await database.query("select");
  network.freeze();
  const sent = expect(database.query("select")).rejects.toBeInstanceOf(StoreUnavailable);
  expect(await database.query("select 1 as one")).toEqual([{ one: 1 }]);
  await sent;
});

test("[STORE-20] a listener to whom nothing comes any more is replaced by one that hears", async () => {
  const { url } = await fresh();
  const network = await openNetwork(url);
  onTestFinished(() => network.close());
  const store = await createPostgresStore({ url: network.url, pollMs: 100, failed() {} });
  onTestFinished(() => store.close());
  const listening =
    "select count(distinct pid)::integer as count from pg_stat_activity where query ~ '^(listen|select$)' and pid <> pg_backend_pid()";
  const before = await countOf(listening);
  network.freeze();
  // The old connection is still open on the server's side.
  while ((await countOf(listening)) <= before) await rest(100);
});

async function countOf(sql: string): Promise<number> {
  const [row] = await runSql(cluster.url(), sql);
  return Number(row?.count);
}
