import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { systemClock } from "../../packages/server/src/clock.ts";
import { openDatabase } from "../../packages/server/src/store/postgres/connection/database.ts";
import { createPostgresStore } from "../../packages/server/src/store/postgres/store.ts";
import { freshSchema } from "../../packages/server/src/store/postgres/testing/fresh-schema.ts";
import { runSql } from "../../packages/server/src/store/postgres/testing/run-sql.ts";
import type { Store } from "../../packages/server/src/store/store.ts";
import { StoreUnavailable } from "../../packages/server/src/store/store-unavailable.ts";
import { createCommandRunner } from "../../packages/server/src/store/testing/command-runner.ts";
import { answer, ask, finish, start } from "../../packages/server/src/store/testing/commands.ts";
import { startPooler } from "../harness/postgres/pgbouncer.ts";
import { type Cluster, startCluster } from "../harness/postgres/postgres-cluster.ts";
import { openPostgresProxy } from "../harness/postgres/postgres-proxy.ts";
import { setReadOnly } from "./databases.ts";

const pgbouncer = inject("pgbouncer");
let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

const never = 3_600_000;
/** Enough for a statement on a busy machine; a test waits as long for a connection that does not respond. */
const statementTimeoutMs = 5_000;

async function openStore(urls: { readonly url: string; readonly directUrl?: string }) {
  // Without a poll only LISTEN notifies; errors of idle connections are expected here.
  const store = await createPostgresStore({ ...urls, pollMs: never, statementTimeoutMs, onError() {} });
  onTestFinished(() => store.close());
  return { store, ...createCommandRunner(store, systemClock) };
}

/** Opens several connections, which are then idle. */
async function openConnections(store: Store): Promise<void> {
  await Promise.all(["a", "b", "c", "d"].map((name) => store.messages(name)));
}

/** Retries until the database is back, as a caller would. */
async function whenBack<Value>(work: () => Promise<Value>): Promise<Value> {
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      await delay(20);
    }
}

/** Waits until a reader that reads only when notified has got so many events of a conversation. */
function seen(store: Store, conversationId: string, count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = () =>
      whenBack(() => store.events({ after: 0, limit: 1_000, conversationIds: [conversationId] }))
        .then((events) => events.length >= count && resolve())
        .catch(reject);
    onTestFinished(store.onCommitted(check));
    void check();
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

test("[STORE-20] while the database takes no writes commits fail as unavailable and the store is not ready, and then both recover", async () => {
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

/** PostgreSQL applies new settings with a delay. */
async function failureOf(work: () => Promise<unknown>): Promise<unknown> {
  for (;;)
    try {
      await work();
    } catch (error) {
      return error;
    }
}

test("[STORE-20] connections that stopped responding are all replaced at once", async () => {
  const proxy = await openPostgresProxy(await freshSchema(cluster.url()));
  onTestFinished(() => proxy.close());
  const { store, performAll } = await openStore({ url: proxy.url });
  await openConnections(store);
  proxy.freeze();
  await expect(performAll("conv_1", start())).rejects.toBeInstanceOf(StoreUnavailable);
  await performAll("conv_1", start());
  await openConnections(store);
  expect(await store.events({ after: 0, limit: 10 })).toHaveLength(4);
});

test("[STORE-20] a query that waited for one of those connections gets a new one", async () => {
  const proxy = await openPostgresProxy(await freshSchema(cluster.url()));
  onTestFinished(() => proxy.close());
  const database = openDatabase({ url: proxy.url, maxConnections: 1, statementTimeoutMs, onError() {} });
  onTestFinished(() => database.close());
  await database.query("select");
  proxy.freeze();
  const sent = expect(database.query("select")).rejects.toBeInstanceOf(StoreUnavailable);
  expect(await database.query("select 1 as one")).toEqual([{ one: 1 }]);
  await sent;
});

test("[STORE-20] a listener that gets nothing any more is replaced by one that does", async () => {
  const { url } = await fresh();
  const proxy = await openPostgresProxy(url);
  onTestFinished(() => proxy.close());
  const store = await createPostgresStore({ url: proxy.url, pollMs: 100, onError() {} });
  onTestFinished(() => store.close());
  const listening =
    "select count(distinct pid)::integer as count from pg_stat_activity where query ~ '^(listen|select$)' and pid <> pg_backend_pid()";
  const before = await countOf(listening);
  proxy.freeze();
  // PostgreSQL still sees the old connection as open.
  await expect.poll(() => countOf(listening)).toBeGreaterThan(before);
});

async function countOf(sql: string): Promise<number> {
  const [row] = await runSql(cluster.url(), sql);
  return Number(row?.count);
}
