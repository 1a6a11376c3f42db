import { type Conversation, dueAt, evolve, type Message, project } from "@askback/core";
import { expect, onTestFinished, test } from "vitest";
import type { Store } from "../../store.ts";
import { createCommandRunner } from "../../testing/command-runner.ts";
import { answer, finish, finishTool, start } from "../../testing/commands.ts";
import { inEarlierFormat } from "../../testing/earlier-state.ts";
import { createMemoryStore } from "../../testing/memory-store.ts";
import { replyKey } from "../../testing/sample-data.ts";
import { migrations } from "../schema/schema.ts";
import { createPostgresStore } from "../store.ts";
import { openBlocker } from "../testing/clients.ts";
import { fixtureClock, makeFixture, readFixture } from "../testing/fixture.ts";
import { freshSchema } from "../testing/fresh-schema.ts";
import { runSql } from "../testing/run-sql.ts";
import { migratePostgres } from "./migrate.ts";

const versions = migrations.map((_, index) => index + 1);

/** A store on the database that the SQL makes. */
async function openFixture(sql: string) {
  const url = await freshSchema();
  await runSql(url, sql);
  await migratePostgres({ url }, { unsafe: "always" });
  const clock = fixtureClock();
  const store = await createPostgresStore({ url, clock, onError() {} });
  onTestFinished(() => store.close());
  return { store, clock, ...createCommandRunner(store, clock) };
}

test.each(versions)("[STORE-18] an upgraded database of version %i holds what its log leads to", async (version) => {
  const { store } = await openFixture(await readFixture(version));
  const log = await store.events({ after: 0, limit: 10_000 });
  const ids = [...new Set(log.map(({ conversationId }) => conversationId))];
  expect(ids.length).toBeGreaterThan(8);
  const model = createMemoryStore({ clock: fixtureClock() });
  const statuses = new Set<string>();
  for (const id of ids) {
    const events = log.filter(({ conversationId }) => conversationId === id).map(({ event }) => event);
    const stored = await store.load(id);
    statuses.add(stored?.conversation.status ?? "lost");
    if (stored?.conversation.status === "deleted") continue;
    const replayed = events.reduce<Conversation | undefined>(evolve, undefined);
    // The databases up to version 6 were made by servers of before format 4.
    const conversation = replayed && version <= 6 ? inEarlierFormat(replayed) : replayed;
    expect(stored).toEqual({ conversation, version: events.length });
    const projection = project(undefined, events);
    await model.commit({ expectedVersion: 0, events, projection, dueAt: dueAt(projection.conversation) });
    expect(await partsOf(store, id)).toEqual(await partsOf(model, id));
  }
  expect([...statuses].sort()).toEqual(["acting", "delegating", "deleted", "idle", "parked", "paused", "thinking"]);
  expect(await store.reply(replyKey)).toMatchObject({ status: 201 });
  const counts = [{}, { project: "other" }, { createdBy: "bob" }, { project: "default" }];
  expect(await Promise.all(counts.map((filter) => store.openInquiryCount(filter)))).toEqual([1, 1, 1, 0]);
});

/** Older rows do not have the step of a message. */
function withoutStep({ step: _, ...message }: Message) {
  return message;
}

async function partsOf(store: Store, conversationId: string) {
  return {
    messages: (await store.messages(conversationId)).map(withoutStep),
    modelMessages: (await store.modelMessages(conversationId, { through: 0, from: 0 })).map(withoutStep),
    runs: await store.runs(conversationId),
    inquiries: (await store.inquiries({ limit: 100, conversationId })).items,
  };
}

test.each(versions)("[STORE-18] conversations of version %i go on after the upgrade", async (version) => {
  const { store, clock, performAll } = await openFixture(await readFixture(version));
  const before = await store.position();
  await performAll("conv_parked", answer(), finish());
  await performAll("conv_acting", finishTool(), finish());
  await performAll("conv_new", start(), finish());
  expect(await store.position()).toBeGreaterThan(before);
  clock.advance(60_000);
  const claims = await store.claim({ owner: "new", leaseMs: 1_000, limit: 100 });
  const ids = claims.map(({ conversation }) => conversation.id).sort();
  expect(ids).toEqual(["conv_held", "conv_resting", "conv_spawning", "conv_spawningk1", "conv_thinking"]);
  expect(claims.filter(({ expired }) => expired)).toMatchObject([{ conversation: { id: "conv_thinking" } }]);
});

test.each(versions)("[STORE-18] no migration up to version %i was edited", async (version) => {
  const steps = migrations.slice(0, version).map(({ sql }) => sql);
  expect((await readFixture(version)).startsWith(`${steps.join("\n")}\n`)).toBe(true);
});

test("[STORE-18] a new fixture is a database of this version", async () => {
  const sql = await makeFixture(migrations.length);
  const { store } = await openFixture(sql);
  expect((await store.load("conv_parked"))?.conversation.status).toBe("parked");
});

test("[STORE-18] a server does not start on the log of version 16, and says what to do", async () => {
  const url = await freshSchema();
  await runSql(url, await readFixture(16));
  await expect(createPostgresStore({ url, onError() {} })).rejects.toMatchObject({
    message: "step 17 (one row of the log for each commit) must not run beside servers of an older version",
    hint: "Stop the older servers, run `askback migrate`, and start the new ones.",
  });
});

test("[STORE-18] the tables are upgraded while servers of before commit", async () => {
  const url = await freshSchema();
  await runSql(url, await readFixture(7));
  const { blocker, observer, untilBlocked } = await openBlocker(url);
  // A table of the same name holds the step up after it has locked the others.
  await blocker.query("begin; create table open_inquiry_changes (id integer)");
  const migrating = migratePostgres({ url }, { unsafe: "always" });
  await untilBlocked();
  // Like every commit: it locks rows, and then changes them.
  const committing = runSql(
    url,
    `with locked as materialized (select id from conversations where id = 'conv_parked' for update)
     update conversations set updated_at = updated_at from locked where conversations.id = locked.id`,
  );
  const waiting = `select from pg_locks where not granted and relation = 'conversations'::regclass`;
  while ((await observer.query(waiting)).rowCount !== 1);
  await blocker.query("rollback");
  expect(await migrating).toMatchObject({ from: 7, to: migrations.length });
  await committing;
});
