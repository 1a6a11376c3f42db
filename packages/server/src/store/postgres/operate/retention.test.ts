import { expect, test } from "vitest";
import { finish, open, say, start } from "../../testing/commands.ts";
import { copyArchive, exportLines, importLines } from "../../testing/sample-data.ts";
import { openTestStore } from "../../testing/test-store.ts";
import { createPostgresStore } from "../store.ts";
import { openClient } from "../testing/clients.ts";
import { readFixture } from "../testing/fixture.ts";
import { freshSchema } from "../testing/fresh-schema.ts";
import { runSql } from "../testing/run-sql.ts";
import { createPostgresArchive } from "./archive.ts";
import { createPostgresRetention } from "./retention.ts";

const day = 24 * 3600 * 1000;

async function openWithFinished(ids: readonly string[]) {
  const url = await freshSchema();
  const testStore = await openTestStore((clock) =>
    createPostgresStore({
      url,
      clock,
      onError(error) {
        throw error;
      },
    }),
  );
  await Promise.all(ids.map((id) => testStore.performAll(id, start(), finish())));
  testStore.clock.advance(day);
  return { ...testStore, url, retention: createPostgresRetention({ url }) };
}

test("[STORE-22] PostgreSQL: a locked conversation is skipped without waiting", async () => {
  const { url, store, clock, retention } = await openWithFinished(["conv_a", "conv_b"]);
  const other = await openClient(url);
  await other.query("begin; select from conversations where id = 'conv_a' for update");
  for await (const _ of retention.pruneConversations({ before: clock.now(), isDryRun: false }));
  expect([await store.load("conv_a"), await store.load("conv_b")]).toMatchObject([{ version: 6 }, undefined]);
});

test("[STORE-22] PostgreSQL: conversations that are continued during a prune stay complete, and the others are deleted completely", async () => {
  const ids = Array.from({ length: 300 }, (_, index) => `conv_${index}`);
  const { store, clock, perform, retention } = await openWithFinished(ids);
  const said = ids.filter((_, index) => index % 3 === 0).reverse();
  const continued = Promise.allSettled(said.map((id) => perform(id, say("Hello"))));
  let erased = 0;
  for await (const step of retention.pruneConversations({ before: clock.now(), isDryRun: false }))
    erased += step.conversations;
  const answers = await continued;
  let remaining = 0;
  for (const id of ids) {
    const stored = await store.load(id);
    const log = await store.events({ after: 0, limit: 100, conversationIds: [id] });
    expect(log.map(({ version }) => version)).toEqual(Array.from({ length: stored?.version ?? 0 }, (_, at) => at + 1));
    expect(await store.messages(id)).toHaveLength(stored?.conversation.counts.messages ?? 0);
    remaining += stored ? 1 : 0;
  }
  expect(remaining + erased).toBe(ids.length);
  const granted = answers.filter((answer) => answer.status === "fulfilled" && answer.value.ok);
  // A command that came too late was refused, because its conversation was gone.
  expect(remaining).toBe(granted.length);
});

test("[STORE-21] PostgreSQL: an empty database is neither exported nor pruned, and stays empty", async () => {
  const url = await freshSchema();
  const retention = createPostgresRetention({ url });
  const request = { before: 1, isDryRun: false };
  for (const steps of [
    createPostgresArchive({ url }).read(),
    retention.pruneConversations(request),
    retention.pruneLog(request),
  ])
    await expect(steps.next()).rejects.toThrow("there is no Askback data in this database");
  const rows = await runSql(url, "select to_regclass('askback_version') as found");
  expect(rows).toEqual([{ found: null }]);
});

test("[STORE-22] PostgreSQL: locked events are skipped without waiting", async () => {
  const { url, store, clock, retention } = await openWithFinished(["conv_a", "conv_b"]);
  const other = await openClient(url);
  await other.query("begin; select from events where conversation_id = 'conv_a' for update");
  for await (const _ of retention.pruneLog({ before: clock.now(), isDryRun: false }));
  const left = await store.events({ after: 0, limit: 100 });
  expect(new Set(left.map(({ conversationId }) => conversationId))).toEqual(new Set(["conv_a"]));
});

test("[STORE-22] PostgreSQL: a second prune is refused until the first has ended", async () => {
  const { clock, retention } = await openWithFinished(["conv_a"]);
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

test("[STORE-21] PostgreSQL: a reply without its conversation is not exported", async () => {
  const { url, perform } = await openWithFinished([]);
  const reply = { principal: "ana", route: "r", fingerprint: "f", status: 201, body: "{}" };
  for (const id of ["conv_a", "conv_b"]) await perform(id, open(), { reply: { ...reply, key: id } });
  await runSql(
    url,
    "delete from conversations where id = 'conv_a'; delete from events where conversation_id = 'conv_a'",
  );
  const copy = createPostgresArchive({ url: await freshSchema() });
  await copyArchive(createPostgresArchive({ url }), copy);
  const [header = ""] = await exportLines(copy);
  expect(JSON.parse(header)).toMatchObject({ counts: { conversation: 1, reply: 1 } });
});

test("[STORE-21] PostgreSQL: an import into an older database with data is refused and does not migrate it", async () => {
  const { url } = await openWithFinished([]);
  const lines = await exportLines(createPostgresArchive({ url }));
  const older = await freshSchema();
  await runSql(older, await readFixture(1));
  await expect(importLines(createPostgresArchive({ url: older }), lines)).rejects.toThrow("this store is not empty");
  expect(await runSql(older, "select version from askback_version")).toEqual([{ version: 1 }]);
});
