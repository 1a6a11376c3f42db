import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../clock.ts";
import { createCommandRunner } from "../../testing/command-runner.ts";
import { open, start } from "../../testing/commands.ts";
import { createPostgresStore } from "../store.ts";
import { openBlocker } from "../testing/clients.ts";
import { freshSchema } from "../testing/fresh-schema.ts";

const lease = { owner: "worker", leaseMs: 60_000 };
const reply = { principal: "ana", route: "POST /v1/conversations", fingerprint: "f1", status: 201, body: "{}" };

/** A store, and a connection that blocks it. */
async function setUp() {
  const url = await freshSchema();
  const store = await createPostgresStore({ url, onError: () => {} });
  onTestFinished(() => store.close());
  return { store, ...(await openBlocker(url)), ...createCommandRunner(store, systemClock) };
}

test("[RUN-1] slow page queries do not hold up heartbeats, reads and commits", async () => {
  const { store, blocker, untilBlocked, performAll } = await setUp();
  await performAll("conv_a", start());
  const [claim] = await store.claim({ ...lease, limit: 1 });
  await blocker.query("begin; lock table personal_records in access exclusive mode");
  const pages = Promise.all(Array.from({ length: 12 }, () => store.inquiries({ limit: 10, notSnoozedBy: "ana" })));
  const count = store.openInquiryCount({ notSnoozedBy: "ana" });
  await untilBlocked(3);
  expect([...(await store.extend({ ...lease, conversationIds: ["conv_a"] })).keys()]).toEqual(["conv_a"]);
  expect(claim?.version).toBe((await store.load("conv_a"))?.version);
  await blocker.query("commit");
  expect(await pages).toHaveLength(12);
  expect(await count).toBe(0);
});

test.each([
  { sent: "alone", others: [] },
  { sent: "in a group", others: ["conv_b", "conv_c"] },
])(
  "[STORE-6] a commit sent $sent stores no reply where another server inserts the same conversation concurrently",
  async ({ others: ids }) => {
    const { store, blocker, untilBlocked, prepare } = await setUp();
    const commit = await prepare("conv_a", open(), { reply: { ...reply, key: "k1" } });
    await blocker.query("begin");
    await blocker.query(
      `insert into conversations (id, version, state, state_format, status, agent, project, created_by, updated_at)
     values ('conv_a', 7, '{}', 1, 'idle', 'guide', 'default', 'bob', 0)`,
    );
    const others = await Promise.all(ids.map((id) => prepare(id, open())));
    const results = Promise.all([commit, ...others].map((one) => store.commit(one)));
    await untilBlocked();
    await blocker.query("commit");
    expect(await results).toEqual([{ ok: false, reason: "version" }, ...ids.map(() => ({ ok: true, version: 1 }))]);
    expect(await store.reply({ ...reply, key: "k1" })).toBeUndefined();
  },
);

test("[STORE-17] a group of commits inserts its keys in their order, so that no two deadlock", async () => {
  const { store, blocker, observer, untilBlocked, prepare } = await setUp();
  const keys = ["k1", "k2", "k3", "k4", "k5"];
  const commits = await Promise.all(
    keys.toReversed().map((key, index) => prepare(`conv_${index}`, open(), { reply: { ...reply, key } })),
  );
  const insertKey = `insert into replies (principal, route, key, conversation_id, fingerprint, status, body, created_at)
    values ($1, $2, $3, 'conv_other', 'f2', 200, '{}', 0)`;
  await blocker.query("begin");
  await blocker.query(insertKey, [reply.principal, reply.route, "k3"]);
  const done = Promise.all(commits.map((commit) => store.commit(commit)));
  await untilBlocked();
  const free: string[] = [];
  for (const key of ["k1", "k2", "k4", "k5"]) {
    await observer.query("begin; set local lock_timeout = '100ms'");
    const inserted = observer.query(insertKey, [reply.principal, reply.route, key]);
    await inserted.then(
      () => free.push(key),
      (error) => expect(error).toMatchObject({ code: "55P03" }),
    );
    await observer.query("rollback");
  }
  await blocker.query("rollback");
  expect(free).toEqual(["k4", "k5"]);
  expect((await done).map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
});
