import pg from "pg";
import { expect, test } from "vitest";
import { createSetting } from "../testing/setting.ts";
import { finish, say, start } from "../testing/wishes.ts";
import { createPostgresArchive } from "./postgres-archive.ts";
import { createPostgresRetention } from "./postgres-retention.ts";
import { createPostgresStore } from "./postgres-store.ts";
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
