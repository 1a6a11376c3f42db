import { expect, test } from "vitest";
import type { PruneStep } from "../retention.ts";
import { contentsOf } from "./contents.ts";
import { fill, inStore, linesOf, move, replyKey } from "./filled-store.ts";
import { type Home, homes } from "./home.ts";
import { createTurnableClock } from "./turnable-clock.ts";
import {
  answer,
  ask,
  childEnded,
  failCall,
  failRun,
  finish,
  open,
  remove,
  say,
  spawn,
  spawning,
  start,
  toldParent,
} from "./wishes.ts";

const day = 24 * 3600 * 1000;

/** What pruning a store promises. */
export function retentionContract(create: () => Promise<Home>): void {
  test("[STORE-22] what has been at rest for long goes with all that belongs to it, and nothing else does", async () => {
    const clock = createTurnableClock();
    const home = await create();
    await inStore(home, clock, async ({ personal }, workbench) => {
      const { performAll, perform } = workbench;
      await fill(workbench);
      await perform("conv_gone", start({ title: "Gone" }), {
        reply: { ...replyKey, key: "k9", fingerprint: "f", status: 201, body: "gone" },
      });
      await performAll("conv_gone", ask("Gone?"), answer({ text: "Gone" }), finish("Gone"));
      for (const inquiryId of ["inq_gone_1", "inq_parked_1"]) await personal.see({ principal: "ana", inquiryId });
      await performAll("conv_failed", start({ title: "Gone" }), failRun("Gone"));
      clock.turn(2 * day);
      await performAll("conv_young", start({ title: "Young" }), finish());
      await performAll("conv_open", say("Still here"), finish());
    });
    const before = await inStore(home, clock, contentsOf);
    const request = { before: clock.now() - day, isDryRun: true };
    const planned = await sumOf(home.retention.pruneConversations(request));
    expect(await inStore(home, clock, contentsOf)).toEqual(before);
    const done = await sumOf(home.retention.pruneConversations({ ...request, isDryRun: false }));
    expect(done).toEqual(planned);
    expect(done).toMatchObject({ looked: 12, of: 12, conversations: 4 });

    const gone = ["conv_idle", "conv_deleted", "conv_gone", "conv_failed"];
    const isKept = ({ conversationId }: { conversationId: string }) => !gone.includes(conversationId);
    await inStore(home, clock, async (store, { performAll }) => {
      const after = await contentsOf(store);
      for (const id of gone) {
        expect(await store.load(id)).toBeUndefined();
        expect([...(await store.messages(id)), ...(await store.runs(id))]).toEqual([]);
      }
      expect(await store.reply({ ...replyKey, key: "k9" })).toBeUndefined();
      const kept = await store.personal.recordsOf("ana", ["inq_gone_1", "inq_parked_1"]);
      expect([...kept.keys()]).toEqual(["inq_parked_1"]);
      expect(after.events).toEqual(before.events.filter(isKept));
      expect(after.inquiries.items).toEqual(before.inquiries.items.filter(isKept));
      expect(after.conversations.items).toEqual(
        before.conversations.items.filter(({ conversation: { id } }) => !gone.includes(id)),
      );
      expect({ position: after.position, dueIn: after.dueIn }).toEqual({
        position: before.position,
        dueIn: before.dueIn,
      });
      expect((await linesOf(home.archive)).join()).not.toContain("Gone");
      await performAll("conv_parked", answer(), finish());
    });
    expect(await sumOf(home.retention.pruneConversations({ ...request, isDryRun: false }))).toMatchObject({
      conversations: 0,
    });
  });

  test("[STORE-22] a conversation and its sub-agents go together, and not before all of them are at rest", async () => {
    const clock = createTurnableClock();
    const home = await create();
    const parentOf = (conversationId: string) => ({ parent: { conversationId, callId: "call" } });
    await inStore(home, clock, async (_, { performAll }) => {
      for (const id of ["conv_a", "conv_b"]) {
        await performAll(id, start({ terms: spawning }), spawn("Read it"));
        await performAll(`${id}k1`, start(parentOf(id)), finish(), toldParent);
        await performAll(id, childEnded(`${id}k1`), finish());
      }
      await performAll("conv_bk2", start(parentOf("conv_b")));
      await performAll("conv_ck1", start(parentOf("conv_c")), finish(), toldParent);
    });
    clock.turn(day);
    const request = { before: clock.now(), isDryRun: false };
    expect(await sumOf(home.retention.pruneConversations(request))).toMatchObject({ conversations: 3 });
    await inStore(home, clock, async (store, { performAll }) => {
      const ids = ["conv_a", "conv_ak1", "conv_b", "conv_bk1", "conv_bk2", "conv_ck1"];
      const kept = await Promise.all(ids.map(async (id) => (await store.load(id))?.conversation.id));
      expect(kept).toEqual([undefined, undefined, "conv_b", "conv_bk1", "conv_bk2", undefined]);
      await performAll("conv_bk2", finish(), toldParent);
    });
    clock.turn(day);
    const later = { before: clock.now(), isDryRun: false };
    expect(await sumOf(home.retention.pruneConversations(later))).toMatchObject({ conversations: 3 });
  });

  test("[STORE-22] old events go from the log, and conversations go on as if nothing had happened", async () => {
    const clock = createTurnableClock();
    const home = await create();
    const end = await inStore(home, clock, async (store, workbench) => {
      await fill(workbench);
      return store.position();
    });
    clock.turn(2 * day);
    await inStore(home, clock, (_, { performAll }) => performAll("conv_parked", answer()));
    const { events, position, ...before } = await inStore(home, clock, contentsOf);
    const request = { before: clock.now() - day, isDryRun: true };
    const planned = await sumOf(home.retention.pruneLog(request));
    expect(planned).toMatchObject({ conversations: 0, events: events.filter((event) => event.position <= end).length });
    expect((await inStore(home, clock, contentsOf)).events).toEqual(events);
    expect(await sumOf(home.retention.pruneLog({ ...request, isDryRun: false }))).toEqual(planned);
    await inStore(home, clock, async (store, { performAll }) => {
      const after = await contentsOf(store);
      expect(after).toEqual({ ...before, position, events: events.filter((event) => event.position > end) });
      await performAll("conv_parked", finish());
      await performAll("conv_new", start());
    });
  });

  test("[STORE-22] an event is never taken for older than it is, also where clocks of servers disagree", async () => {
    const clock = createTurnableClock(100 * day);
    const home = await create();
    await inStore(home, clock, async (_, { performAll }) => {
      await performAll("conv_old", start());
      clock.turn(3 * day);
      await performAll("conv_young", start());
      clock.turn(-3 * day);
      await performAll("conv_late", start(), ask(), answer(), finish());
    });
    const request = { before: clock.now() + day, isDryRun: true };
    const planned = await sumOf(home.retention.pruneLog(request));
    expect(await sumOf(home.retention.pruneLog({ ...request, isDryRun: false }))).toEqual(planned);
    const { events } = await inStore(home, clock, contentsOf);
    expect(events[0]).toMatchObject({ conversationId: "conv_young", version: 1 });
  });

  test("[STORE-22] the log says from where on it is whole, for all and for some conversations", async () => {
    const clock = createTurnableClock();
    const home = await create();
    await inStore(home, clock, (_, { performAll }) => performAll("conv_old", start(), ask()));
    clock.turn(day);
    const horizon = await inStore(home, clock, (store) => store.position());
    await inStore(home, clock, (_, { performAll }) => performAll("conv_young", start()));
    await sumOf(home.retention.pruneLog({ before: clock.now(), isDryRun: false }));
    const copy = await homes[home.name]();
    await move(home.archive, copy.archive);
    for (const some of [home, copy])
      await inStore(some, clock, async (store) => {
        expect(await store.isWhole({ after: horizon })).toBe(true);
        expect(await store.isWhole({ after: horizon - 1 })).toBe(false);
        expect(await store.isWhole({ after: 0, conversationIds: ["conv_young"] })).toBe(true);
        expect(await store.isWhole({ after: 0, conversationIds: ["conv_young", "conv_old"] })).toBe(false);
        expect(await store.isWhole({ after: horizon, conversationIds: ["conv_young", "conv_old"] })).toBe(true);
        expect(await store.isWhole({ after: 0, conversationIds: ["conv_young", "conv_youngk1"] })).toBe(true);
      });
  });

  test("[STORE-22] no position is given twice, even when the whole log is gone", async () => {
    const clock = createTurnableClock();
    const home = await create();
    await inStore(home, clock, async (_, { performAll }) => {
      await performAll("conv_a", start(), finish());
      await performAll("conv_b", start(), ask());
    });
    const last = await inStore(home, clock, (store) => store.position());
    clock.turn(day);
    const request = { before: clock.now(), isDryRun: false };
    await sumOf(home.retention.pruneLog(request));
    await sumOf(home.retention.pruneConversations(request));
    const copy = await homes[home.name]();
    await move(home.archive, copy.archive);
    for (const some of [home, copy])
      await inStore(some, clock, async (store, { performAll }) => {
        expect(await store.position()).toBe(last);
        await performAll("conv_c", open());
        expect(await store.events({ after: 0, limit: 10 })).toMatchObject([{ position: last + 1 }]);
        expect(await store.position()).toBe(last + 1);
      });
  });

  test("[STORE-22] what waits for a person or for time never goes", async () => {
    const clock = createTurnableClock();
    const home = await create();
    await inStore(home, clock, async (_, { performAll }) => {
      await performAll("conv_parked", start(), ask());
      await performAll("conv_held", start(), ask(), answer({ holdMs: 10 }));
      await performAll("conv_thinking", start());
      await performAll("conv_resting", start(), failCall(10));
      await performAll("conv_paused", start({ terms: { stepLimit: 1, askLimit: 1 } }), say("More"), finish());
      await performAll("conv_delegating", start({ terms: spawning }), spawn("Read it"));
      await performAll("conv_recalling", start({ terms: spawning }), spawn("Read it"), remove);
    });
    clock.turn(1_000 * day);
    const request = { before: clock.now(), isDryRun: false };
    expect(await sumOf(home.retention.pruneConversations(request))).toMatchObject({ looked: 7, conversations: 0 });
  });

  test("[STORE-22] many steps are taken, each of a few", async () => {
    const clock = createTurnableClock();
    const home = await create();
    await inStore(home, clock, async (_, { performAll }) => {
      const ids = Array.from({ length: 250 }, (_value, index) => `conv_${index}`);
      await Promise.all(ids.map((id) => performAll(id, start(), finish(), say("Again"), finish())));
    });
    clock.turn(day);
    const request = { before: clock.now(), isDryRun: false };
    const steps: PruneStep[] = [];
    for await (const step of home.retention.pruneLog(request)) steps.push(step);
    for await (const step of home.retention.pruneConversations(request)) steps.push(step);
    expect(steps.length).toBeGreaterThan(3);
    expect(await inStore(home, clock, contentsOf)).toMatchObject({ conversations: { items: [] }, events: [] });
  });
}

async function sumOf(steps: AsyncIterable<PruneStep>): Promise<PruneStep> {
  let sum: PruneStep = { looked: 0, of: 0, conversations: 0, events: 0 };
  for await (const { looked, of, conversations, events } of steps)
    sum = {
      looked: sum.looked + looked,
      of,
      conversations: sum.conversations + conversations,
      events: sum.events + events,
    };
  return sum;
}
