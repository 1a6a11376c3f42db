import pg from "pg";
import { expect, test } from "vitest";
import { linesOf, move, takeLines } from "../testing/filled-store.ts";
import { createSetting } from "../testing/setting.ts";
import { finish, open, say, start } from "../testing/wishes.ts";
import { createPostgresArchive } from "./postgres-archive.ts";
import { createPostgresRetention } from "./postgres-retention.ts";
import { createPostgresStore } from "./postgres-store.ts";
import { readFixture, run } from "./testing/fixture.ts";
import { freshSchema } from "./testing/fresh-schema.ts";

const day = 24 * 3600 * 1000;

async function openFilled(ids: readonly string[]) {
  const url = await freshSchema();
  const setting = await createSetting((clock) =>
    createPostgresStore({
      url,
      clock,
      failed(error) {
        throw error;
      },
    }),
  );
  await Promise.all(ids.map((id) => setting.performAll(id, start(), finish())));
  setting.clock.turn(day);
  return { ...setting, url, retention: createPostgresRetention({ url }) };
}

test("[STORE-22] PostgreSQL: a conversation that somebody holds right now is passed over, without waiting", async () => {
  const { url, store, clock, retention } = await openFilled(["conv_a", "conv_b"]);
  const other = new pg.Client(url);
  await other.connect();
  try {
    await other.query("begin; select from conversations where id = 'conv_a' for update");
    for await (const _ of retention.pruneConversations({ before: clock.now(), isDryRun: false }));
    expect([await store.load("conv_a"), await store.load("conv_b")]).toMatchObject([{ version: 6 }, undefined]);
  } finally {
    await other.end();
  }
});

test("[STORE-22] PostgreSQL: what people wake while it is pruned stays whole, and the rest goes whole", async () => {
  const ids = Array.from({ length: 300 }, (_, index) => `conv_${index}`);
  const { store, clock, perform, retention } = await openFilled(ids);
  const said = ids.filter((_, index) => index % 3 === 0).reverse();
  const woken = Promise.allSettled(said.map((id) => perform(id, say("Hello"))));
  let erased = 0;
  for await (const step of retention.pruneConversations({ before: clock.now(), isDryRun: false }))
    erased += step.conversations;
  const answers = await woken;
  let kept = 0;
  for (const id of ids) {
    const stored = await store.load(id);
    const log = await store.events({ after: 0, limit: 100, conversationIds: [id] });
    expect(log.map(({ version }) => version)).toEqual(Array.from({ length: stored?.version ?? 0 }, (_, at) => at + 1));
    expect(await store.messages(id)).toHaveLength(stored?.conversation.counts.messages ?? 0);
    kept += stored ? 1 : 0;
  }
  expect(kept + erased).toBe(ids.length);
  const granted = answers.filter((answer) => answer.status === "fulfilled" && answer.value.ok);
  // Whoever came too late finds no conversation, or starts to see it as new and is refused.
  expect(kept).toBe(granted.length);
});

test("[STORE-21] PostgreSQL: a database without data is neither exported nor pruned, and stays as it is", async () => {
  const url = await freshSchema();
  const retention = createPostgresRetention({ url });
  const request = { before: 1, isDryRun: false };
  for (const steps of [
    createPostgresArchive({ url }).read(),
    retention.pruneConversations(request),
    retention.pruneLog(request),
  ])
    await expect(steps.next()).rejects.toThrow("there is no Askback data in this database");
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query("select to_regclass('askback_version') as found").finally(() => client.end());
  expect(rows).toEqual([{ found: null }]);
});

test("[STORE-22] PostgreSQL: events that somebody holds right now are passed over, without waiting", async () => {
  const { url, store, clock, retention } = await openFilled(["conv_a", "conv_b"]);
  const other = new pg.Client(url);
  await other.connect();
  try {
    await other.query("begin; select from events where conversation_id = 'conv_a' for update");
    for await (const _ of retention.pruneLog({ before: clock.now(), isDryRun: false }));
    const left = await store.events({ after: 0, limit: 100 });
    expect(new Set(left.map(({ conversationId }) => conversationId))).toEqual(new Set(["conv_a"]));
  } finally {
    await other.end();
  }
});

test("[STORE-22] PostgreSQL: of two prunes the second is refused, and after the first one it is not", async () => {
  const { clock, retention } = await openFilled(["conv_a"]);
  const request = { before: clock.now(), isDryRun: false };
  const first = retention.pruneLog(request);
  await first.next();
  await expect(retention.pruneConversations(request).next()).rejects.toThrow(
    "another prune is at work on this database",
  );
  for await (const _ of retention.pruneConversations({ ...request, isDryRun: true }));
  for await (const _ of first);
  for await (const _ of retention.pruneConversations(request));
});

test("[STORE-21] PostgreSQL: a reply whose conversation is gone stays behind, and the rest moves", async () => {
  const { url, perform } = await openFilled([]);
  const reply = { principal: "ana", route: "r", fingerprint: "f", status: 201, body: "{}" };
  for (const id of ["conv_a", "conv_b"]) await perform(id, open(), { reply: { ...reply, key: id } });
  await run(url, "delete from conversations where id = 'conv_a'; delete from events where conversation_id = 'conv_a'");
  const copy = createPostgresArchive({ url: await freshSchema() });
  await move(createPostgresArchive({ url }), copy);
  const [header = ""] = await linesOf(copy);
  expect(JSON.parse(header)).toMatchObject({ counts: { conversation: 1, reply: 1 } });
});

test("[STORE-21] PostgreSQL: a database of an older version that is not empty is refused and stays as it is", async () => {
  const { url } = await openFilled([]);
  const lines = await linesOf(createPostgresArchive({ url }));
  const older = await freshSchema();
  await run(older, await readFixture(1));
  await expect(takeLines(createPostgresArchive({ url: older }), lines)).rejects.toThrow("this store is not empty");
  expect((await run(older, "select version from askback_version")).rows).toEqual([{ version: 1 }]);
});
