import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../clock.ts";
import { open, start } from "../testing/wishes.ts";
import { createWorkbench } from "../testing/workbench.ts";
import { createPostgresStore } from "./postgres-store.ts";
import { freshSchema } from "./testing/fresh-schema.ts";

const lease = { owner: "worker", leaseMs: 60_000 };
const reply = { principal: "ana", route: "POST /v1/conversations", fingerprint: "f1", status: 201, body: "{}" };

/** A store, and somebody beside it who stands in its way. */
async function setUp() {
  const url = await freshSchema();
  const store = await createPostgresStore({ url, failed: () => {} });
  onTestFinished(() => store.close());
  const [blocker, observer] = [await connected(url), await connected(url)];
  const [{ pid }] = (await blocker.query("select pg_backend_pid() as pid")).rows;
  async function blocked(count = 1): Promise<void> {
    for (;;) {
      const { rowCount } = await observer.query("select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))", [
        pid,
      ]);
      if (rowCount === count) return;
    }
  }
  return { store, blocker, observer, blocked, ...createWorkbench(store, systemClock) };
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test("[RUN-1] however many pages are slow to come, heartbeats, reads and commits go on", async () => {
  const { store, blocker, blocked, performAll } = await setUp();
  await performAll("conv_a", start());
  const [claim] = await store.claim({ ...lease, limit: 1 });
  await blocker.query("begin; lock table inquiries in access exclusive mode");
  const pages = Promise.all(Array.from({ length: 12 }, () => store.inquiries({ limit: 10 })));
  const count = store.openInquiryCount();
  await blocked(3);
  expect([...(await store.extend({ ...lease, conversationIds: ["conv_a"] })).keys()]).toEqual(["conv_a"]);
  expect(claim?.version).toBe((await store.load("conv_a"))?.version);
  await blocker.query("commit");
  expect(await pages).toHaveLength(12);
  expect(await count).toBe(0);
});

test.each([
  { company: "alone", names: [] },
  { company: "in a group", names: ["conv_b", "conv_c"] },
])(
  "[STORE-6] $company, no reply is kept for a conversation that another server made in the same moment",
  async ({ names }) => {
    const { store, blocker, blocked, prepare } = await setUp();
    const commit = await prepare("conv_a", open(), { reply: { ...reply, key: "k1" } });
    await blocker.query("begin");
    await blocker.query(
      `insert into conversations (id, version, state, state_format, status, agent, project, created_by, updated_at)
     values ('conv_a', 7, '{}', 1, 'idle', 'guide', 'default', 'bob', 0)`,
    );
    const others = await Promise.all(names.map((id) => prepare(id, open())));
    const results = Promise.all([commit, ...others].map((one) => store.commit(one)));
    await blocked();
    await blocker.query("commit");
    expect(await results).toEqual([{ ok: false, reason: "version" }, ...names.map(() => ({ ok: true, version: 1 }))]);
    expect(await store.reply({ ...reply, key: "k1" })).toBeUndefined();
  },
);

test("[STORE-17] a group of commits takes its keys in their order, so that no two wait for each other", async () => {
  const { store, blocker, observer, blocked, prepare } = await setUp();
  const keys = ["k1", "k2", "k3", "k4", "k5"];
  const commits = await Promise.all(
    keys.toReversed().map((key, index) => prepare(`conv_${index}`, open(), { reply: { ...reply, key } })),
  );
  const take = `insert into replies (principal, route, key, conversation_id, fingerprint, status, body, created_at)
    values ($1, $2, $3, 'conv_other', 'f2', 200, '{}', 0)`;
  await blocker.query("begin");
  await blocker.query(take, [reply.principal, reply.route, "k3"]);
  const done = Promise.all(commits.map((commit) => store.commit(commit)));
  await blocked();
  const free: string[] = [];
  for (const key of ["k1", "k2", "k4", "k5"]) {
    await observer.query("begin; set local lock_timeout = '100ms'");
    const taken = observer.query(take, [reply.principal, reply.route, key]);
    await taken.then(
      () => free.push(key),
      (error) => expect(error).toMatchObject({ code: "55P03" }),
    );
    await observer.query("rollback");
  }
  await blocker.query("rollback");
  expect(free).toEqual(["k4", "k5"]);
  expect((await done).map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
});
