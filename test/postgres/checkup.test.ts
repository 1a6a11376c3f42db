import { checkPostgres, createPostgresStore } from "@askback/server";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Pooler, startPooler } from "../harness/postgres/pgbouncer.ts";
import { type Cluster, startCluster } from "../harness/postgres/postgres-cluster.ts";

const pgbouncer = inject("pgbouncer");
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

test("[OPS-2] every check passes on the oldest version with durable settings", async () => {
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
  "[OPS-2] a pooler in transaction mode is detected by its lost notifications, and a direct URL fixes that",
  async () => {
    const urls = await pooler?.fresh();
    if (!urls) throw new Error("there is no pooler");
    const { url, directUrl } = urls;
    const bad = (await checkPostgres({ url, notifyTimeoutMs: 500 })).filter(({ status }) => status !== "ok");
    expect(bad).toMatchObject([
      { check: "LISTEN", status: "failed", advice: expect.stringContaining("set ASKBACK_DATABASE_DIRECT_URL") },
    ]);
    const store = await createPostgresStore({ url, directUrl, onError() {} });
    await store.close();
    const found = await checkPostgres({ url, directUrl });
    expect(found.filter(({ status }) => status !== "ok")).toEqual([]);
    expect(found.map(({ check }) => check)).toContain("direct URL");
  },
);
