import { type Conversation, dueAt, type Event, evolve, project } from "@askback/core";
import { expect, onTestFinished, test } from "vitest";
import { createCommandRunner } from "../../testing/command-runner.ts";
import { open, rename, start } from "../../testing/commands.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { createMemoryStore } from "../../testing/memory-store.ts";
import { positionsPerRow } from "../schema/smaller-rows-schema.ts";
import { createPostgresStore } from "../store.ts";
import { freshSchema } from "../testing/fresh-schema.ts";
import { runSql } from "../testing/run-sql.ts";

async function openStore() {
  const url = await freshSchema();
  const clock = createManualClock();
  const store = await createPostgresStore({ url, clock, onError() {} });
  onTestFinished(() => store.close());
  return { url, store, ...createCommandRunner(store, clock) };
}

test("[STORE-10] PostgreSQL: a commit is one row of the log, and a reader comes from each of its events", async () => {
  const { url, store, performAll } = await openStore();
  await performAll("conv_a", open());
  await performAll("conv_b", start());
  expect(await runSql(url, "select position, version from events order by position")).toEqual([
    { position: String(positionsPerRow), version: 1 },
    { position: String(2 * positionsPerRow), version: 4 },
  ]);
  const all = await store.events({ after: 0, limit: 10 });
  expect(all.map(({ version }) => version)).toEqual([1, 1, 2, 3, 4]);
  for (const [index, { position }] of all.entries())
    expect(await store.events({ after: position, limit: 2 })).toEqual(all.slice(index + 1, index + 3));
});

test("[STORE-10] PostgreSQL: a commit with more events than a row may have takes several rows", async () => {
  const { url, store } = await openStore();
  const events = await manyEvents(2 * positionsPerRow + 1);
  const projection = project(undefined, events);
  const committed = await store.commit({
    expectedVersion: 0,
    events,
    projection,
    dueAt: dueAt(projection.conversation),
  });
  expect(committed).toMatchObject({ ok: true, version: events.length });
  expect(await runSql(url, "select version from events order by position")).toHaveLength(
    Math.ceil(events.length / positionsPerRow),
  );
  const read = await store.events({ after: 0, limit: 1_000 });
  expect(read.map(({ event }) => event)).toEqual(events);
  expect(read.map(({ version }) => version)).toEqual(events.map((_, index) => index + 1));
  const positions = read.map(({ position }) => position);
  expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
  expect(read.map(({ event }) => event).reduce<Conversation | undefined>(evolve, undefined)).toEqual(
    projection.conversation,
  );
});

/** The events of a conversation to which many messages were sent. */
async function manyEvents(least: number): Promise<readonly Event[]> {
  const clock = createManualClock();
  const memory = createMemoryStore({ clock });
  const { performAll } = createCommandRunner(memory, clock);
  await performAll("conv_a", start());
  while ((await memory.position()) < least) await performAll("conv_a", rename(`Plan ${await memory.position()}`));
  return (await memory.events({ after: 0, limit: 10_000 })).map(({ event }) => event);
}
