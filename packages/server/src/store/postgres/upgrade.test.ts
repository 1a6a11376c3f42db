import { type Conversation, dueAt, evolve, type Message, project } from "@askback/core";
import { expect, onTestFinished, test } from "vitest";
import { createMemoryStore } from "../memory-store.ts";
import type { Store } from "../store.ts";
import { replyKey } from "../testing/filled-store.ts";
import { answer, finish, finishTool, start } from "../testing/wishes.ts";
import { createWorkbench } from "../testing/workbench.ts";
import { createPostgresStore } from "./postgres-store.ts";
import { migrations } from "./schema.ts";
import { fixtureClock, makeFixture, readFixture, run } from "./testing/fixture.ts";
import { freshSchema } from "./testing/fresh-schema.ts";

const versions = migrations.map((_, index) => index + 1);

/** A store on a database as SQL describes it. */
async function openFixture(sql: string) {
  const url = await freshSchema();
  await run(url, sql);
  const clock = fixtureClock();
  const store = await createPostgresStore({ url, clock, failed() {} });
  onTestFinished(() => store.close());
  return { store, clock, ...createWorkbench(store, clock) };
}

test.each(versions)(
  "[STORE-18] a database of version %i upgrades: it holds what its log leads to now",
  async (version) => {
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
      expect(stored).toEqual({
        conversation: events.reduce<Conversation | undefined>(evolve, undefined),
        version: events.length,
      });
      const projection = project(undefined, events);
      await model.commit({ expectedVersion: 0, events, projection, dueAt: dueAt(projection.conversation) });
      expect(await partsOf(store, id)).toEqual(await partsOf(model, id));
    }
    expect([...statuses].sort()).toEqual(["acting", "delegating", "deleted", "idle", "parked", "paused", "thinking"]);
    expect(await store.reply(replyKey)).toMatchObject({ status: 201 });
    expect(await store.openInquiryCount()).toBe(1);
  },
);

/** Which step a message is of came later, and is in no older row. */
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
  clock.turn(60_000);
  const claims = await store.claim({ owner: "new", leaseMs: 1_000, limit: 100 });
  const ids = claims.map(({ conversation }) => conversation.id).sort();
  expect(ids).toEqual(["conv_held", "conv_resting", "conv_spawning", "conv_spawningk1", "conv_thinking"]);
  expect(claims.filter(({ expired }) => expired)).toMatchObject([{ conversation: { id: "conv_thinking" } }]);
});

test.each(versions)(
  "[STORE-18] the steps to version %i are those that made its fixture: none was edited",
  async (version) => {
    const steps = migrations.slice(0, version).map(({ sql }) => sql);
    expect((await readFixture(version)).startsWith(`${steps.join("\n")}\n`)).toBe(true);
  },
);

test("[STORE-18] a fixture that is made now is a database of this version", async () => {
  const sql = await makeFixture(migrations.length);
  const { store } = await openFixture(sql);
  expect((await store.load("conv_parked"))?.conversation.status).toBe("parked");
});
