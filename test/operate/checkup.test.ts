import { checkPostgres, createPostgresStore } from "@askback/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findPgbouncer, type Pooler, startPooler } from "../support/pgbouncer.ts";
import { type Cluster, startCluster } from "../support/postgres-cluster.ts";

const pgbouncer = findPgbouncer();
let cluster: Cluster;
let pooler: Pooler | undefined;

beforeAll(async () => {
  cluster = await startCluster({ oldest: true, settings: { fsync: "on" } });
  pooler = pgbouncer === undefined ? undefined : await startPooler(pgbouncer, cluster.url());
});
afterAll(async () => {
  await pooler?.stop();
  await cluster.stop();
});

test("[OPS-2] all is well on the oldest version, with settings that lose nothing", async () => {
  const found = await checkPostgres({ url: cluster.url() });
  expect(found.filter(({ status }) => status !== "ok")).toEqual([]);
  expect(found.map(({ check }) => check)).toEqual([
    "database",
    "version",
    "tables",
    "permissions",
    "clock",
    "durability",
    "connections",
    "LISTEN",
  ]);
});

test.runIf(pgbouncer)(
  "[OPS-2] a pooler in transaction mode is found out by what it swallows, and a direct URL mends it",
  async () => {
    const urls = await pooler?.fresh();
    if (!urls) throw new Error("there is no pooler");
    const { url, directUrl } = urls;
    const bad = (await checkPostgres({ url, patienceMs: 500 })).filter(({ status }) => status !== "ok");
    expect(bad).toMatchObject([
      { check: "LISTEN", status: "failed", advice: expect.stringContaining("set ASKBACK_DATABASE_DIRECT_URL") },
    ]);
    const store = await createPostgresStore({ url, directUrl, failed() {} });
    await store.close();
    const found = await checkPostgres({ url, directUrl });
    expect(found.filter(({ status }) => status !== "ok")).toEqual([]);
    expect(found.map(({ check }) => check)).toContain("direct URL");
  },
);
