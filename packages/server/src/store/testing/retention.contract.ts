import { expect, test } from "vitest";
import type { PruneStep } from "../retention.ts";
import { type Backend, backends } from "./backends.ts";
import {
  answer,
  ask,
  askElsewhere,
  endChild,
  failCall,
  failRun,
  finish,
  open,
  recordReport,
  remove,
  say,
  spawn,
  spawning,
  start,
  stop,
} from "./commands.ts";
import { referenceTo, upload } from "./file.contract.ts";
import { createManualClock } from "./manual-clock.ts";
import { copyArchive, exportLines, fillStore, replyKey, withStore } from "./sample-data.ts";
import { readContents } from "./store-contents.ts";

const day = 24 * 3600 * 1000;

/** The rules for pruning a store. */
export function retentionContract(create: () => Promise<Backend>): void {
  test("[STORE-22] conversations long at rest are deleted with all that belongs to them, and nothing else is", async () => {
    const clock = createManualClock();
    const backend = await create();
    await withStore(backend, clock, async ({ personal }, runner) => {
      const { performAll, perform } = runner;
      await fillStore(runner);
      await perform("conv_gone", start({ title: "Gone" }), {
        reply: { ...replyKey, key: "k9", fingerprint: "f", status: 201, body: "gone" },
      });
      await performAll("conv_gone", ask("Gone?"), answer({ text: "Gone" }), finish("Gone"));
      for (const inquiryId of ["inq_gone_1", "inq_parked_1"]) await personal.markSeen({ principal: "ana", inquiryId });
      await performAll("conv_failed", start({ title: "Gone" }), failRun("Gone"));
      clock.advance(2 * day);
      await performAll("conv_young", start({ title: "Young" }), finish());
      await performAll("conv_open", say("Still here"), finish());
    });
    const before = await withStore(backend, clock, readContents);
    const request = { before: clock.now() - day, isDryRun: true };
    const planned = await sumOf(backend.retention.pruneConversations(request));
    expect(await withStore(backend, clock, readContents)).toEqual(before);
    const done = await sumOf(backend.retention.pruneConversations({ ...request, isDryRun: false }));
    expect(done).toEqual(planned);
    expect(done).toMatchObject({ examined: 12, total: 12, conversations: 4 });

    const gone = ["conv_idle", "conv_deleted", "conv_gone", "conv_failed"];
    const isKept = ({ conversationId }: { conversationId: string }) => !gone.includes(conversationId);
    await withStore(backend, clock, async (store, { performAll }) => {
      const after = await readContents(store);
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
      expect((await exportLines(backend.archive)).join()).not.toContain("Gone");
      await performAll("conv_parked", answer(), finish());
    });
    expect(await sumOf(backend.retention.pruneConversations({ ...request, isDryRun: false }))).toMatchObject({
      conversations: 0,
    });
  });

  test("[EXTERNAL-45] a conversation of asks is pruned once all have ended, and its key is free then", async () => {
    const clock = createManualClock();
    const backend = await create();
    const key = { principal: "ana", route: "ask", key: "k1" };
    const reply = { fingerprint: "f", status: 201, body: "inq_ended_1" };
    await withStore(backend, clock, async (_, { perform, performAll }) => {
      await perform("conv_ended", askElsewhere(), { reply: { ...key, ...reply, lasting: true } });
      await performAll("conv_ended", stop);
      await perform("conv_waiting", askElsewhere(), { reply: { ...key, ...reply, key: "k2", lasting: true } });
      clock.advance(2 * day);
    });
    const request = { before: clock.now() - day, isDryRun: false };
    expect(await sumOf(backend.retention.pruneConversations(request))).toMatchObject({ conversations: 1 });
    await withStore(backend, clock, async (store) => {
      expect(await store.load("conv_ended")).toBeUndefined();
      expect(await store.reply(key)).toBeUndefined();
      expect(await store.reply({ ...key, key: "k2" })).toEqual(reply);
    });
  });

  test("[STORE-22] a conversation and its sub-agents are deleted together, and only when all are at rest", async () => {
    const clock = createManualClock();
    const backend = await create();
    const parentOf = (conversationId: string) => ({ parent: { conversationId, callId: "call" } });
    await withStore(backend, clock, async (_, { performAll }) => {
      for (const id of ["conv_a", "conv_b"]) {
        await performAll(id, start({ terms: spawning }), spawn("Read it"));
        await performAll(`${id}k1`, start(parentOf(id)), finish(), recordReport);
        await performAll(id, endChild(`${id}k1`), finish());
      }
      await performAll("conv_bk2", start(parentOf("conv_b")));
      await performAll("conv_ck1", start(parentOf("conv_c")), finish(), recordReport);
    });
    clock.advance(day);
    const request = { before: clock.now(), isDryRun: false };
    expect(await sumOf(backend.retention.pruneConversations(request))).toMatchObject({ conversations: 3 });
    await withStore(backend, clock, async (store, { performAll }) => {
      const ids = ["conv_a", "conv_ak1", "conv_b", "conv_bk1", "conv_bk2", "conv_ck1"];
      const kept = await Promise.all(ids.map(async (id) => (await store.load(id))?.conversation.id));
      expect(kept).toEqual([undefined, undefined, "conv_b", "conv_bk1", "conv_bk2", undefined]);
      await performAll("conv_bk2", finish(), recordReport);
    });
    clock.advance(day);
    const later = { before: clock.now(), isDryRun: false };
    expect(await sumOf(backend.retention.pruneConversations(later))).toMatchObject({ conversations: 3 });
  });

  test("[STORE-26] the files of deleted conversations are deleted, unless another one uses them", async () => {
    const clock = createManualClock();
    const backend = await create();
    const [gone, shared] = [upload(1), upload(2, { bytes: Uint8Array.of(2) })];
    await withStore(backend, clock, async (store, { performAll }) => {
      for (const one of [gone, shared]) await store.files.save(one);
      await performAll("conv_old", start({ files: [referenceTo(gone), referenceTo(shared)] }), finish());
      await performAll("conv_parked", start({ files: [referenceTo(shared)] }), ask());
    });
    clock.advance(day);
    const request = { before: clock.now(), isDryRun: false };
    expect(await sumOf(backend.retention.pruneConversations(request))).toMatchObject({ conversations: 1 });
    await withStore(backend, clock, async (store) => {
      expect(await store.files.find(gone.id)).toBeUndefined();
      expect((await store.files.find(shared.id))?.conversationIds).toEqual(["conv_parked"]);
      expect(await store.files.read(shared.id)).toHaveLength(1);
    });
  });

  test("[STORE-22] old events are deleted from the log, and conversations go on", async () => {
    const clock = createManualClock();
    const backend = await create();
    const end = await withStore(backend, clock, async (store, runner) => {
      await fillStore(runner);
      return store.position();
    });
    clock.advance(2 * day);
    await withStore(backend, clock, (_, { performAll }) => performAll("conv_parked", answer()));
    const { events, position, ...before } = await withStore(backend, clock, readContents);
    const request = { before: clock.now() - day, isDryRun: true };
    const planned = await sumOf(backend.retention.pruneLog(request));
    expect(planned).toMatchObject({ conversations: 0, events: events.filter((event) => event.position <= end).length });
    expect((await withStore(backend, clock, readContents)).events).toEqual(events);
    expect(await sumOf(backend.retention.pruneLog({ ...request, isDryRun: false }))).toEqual(planned);
    await withStore(backend, clock, async (store, { performAll }) => {
      const after = await readContents(store);
      expect(after).toEqual({ ...before, position, events: events.filter((event) => event.position > end) });
      await performAll("conv_parked", finish());
      await performAll("conv_new", start());
    });
  });

  test("[STORE-22] no young event is deleted where the clocks of servers disagree", async () => {
    const clock = createManualClock(100 * day);
    const backend = await create();
    await withStore(backend, clock, async (_, { performAll }) => {
      await performAll("conv_old", start());
      clock.advance(3 * day);
      await performAll("conv_young", start());
      clock.advance(-3 * day);
      await performAll("conv_late", start(), ask(), answer(), finish());
    });
    const request = { before: clock.now() + day, isDryRun: true };
    const planned = await sumOf(backend.retention.pruneLog(request));
    expect(await sumOf(backend.retention.pruneLog({ ...request, isDryRun: false }))).toEqual(planned);
    const { events } = await withStore(backend, clock, readContents);
    expect(events[0]).toMatchObject({ conversationId: "conv_young", version: 1 });
  });

  test("[STORE-22] the log knows from where on it is complete, for all and for some conversations", async () => {
    const clock = createManualClock();
    const backend = await create();
    await withStore(backend, clock, (_, { performAll }) => performAll("conv_old", start(), ask()));
    clock.advance(day);
    const horizon = await withStore(backend, clock, (store) => store.position());
    await withStore(backend, clock, (_, { performAll }) => performAll("conv_young", start()));
    await sumOf(backend.retention.pruneLog({ before: clock.now(), isDryRun: false }));
    const copy = await backends[backend.name]();
    await copyArchive(backend.archive, copy.archive);
    for (const some of [backend, copy])
      await withStore(some, clock, async (store) => {
        expect(await store.isLogComplete({ after: horizon })).toBe(true);
        expect(await store.isLogComplete({ after: horizon - 1 })).toBe(false);
        expect(await store.isLogComplete({ after: 0, conversationIds: ["conv_young"] })).toBe(true);
        expect(await store.isLogComplete({ after: 0, conversationIds: ["conv_young", "conv_old"] })).toBe(false);
        expect(await store.isLogComplete({ after: horizon, conversationIds: ["conv_young", "conv_old"] })).toBe(true);
        expect(await store.isLogComplete({ after: 0, conversationIds: ["conv_young", "conv_youngk1"] })).toBe(true);
      });
  });

  test("[STORE-22] no position is given twice, even when the whole log is pruned", async () => {
    const clock = createManualClock();
    const backend = await create();
    await withStore(backend, clock, async (_, { performAll }) => {
      await performAll("conv_a", start(), finish());
      await performAll("conv_b", start(), ask());
    });
    const last = await withStore(backend, clock, (store) => store.position());
    clock.advance(day);
    const request = { before: clock.now(), isDryRun: false };
    await sumOf(backend.retention.pruneLog(request));
    await sumOf(backend.retention.pruneConversations(request));
    const copy = await backends[backend.name]();
    await copyArchive(backend.archive, copy.archive);
    for (const some of [backend, copy])
      await withStore(some, clock, async (store, { performAll }) => {
        expect(await store.position()).toBe(last);
        await performAll("conv_c", open());
        const [added] = await store.events({ after: 0, limit: 10 });
        expect(added?.position).toBeGreaterThan(last);
        expect(await store.position()).toBe(added?.position);
      });
  });

  test("[STORE-22] a conversation that waits for a person or for time is never deleted", async () => {
    const clock = createManualClock();
    const backend = await create();
    await withStore(backend, clock, async (_, { performAll }) => {
      await performAll("conv_parked", start(), ask());
      await performAll("conv_held", start(), ask(), answer({ holdMs: 10 }));
      await performAll("conv_thinking", start());
      await performAll("conv_resting", start(), failCall(10));
      await performAll("conv_paused", start({ terms: { stepLimit: 1, askLimit: 1 } }), say("More"), finish());
      await performAll("conv_delegating", start({ terms: spawning }), spawn("Read it"));
      await performAll("conv_recalling", start({ terms: spawning }), spawn("Read it"), remove);
    });
    clock.advance(1_000 * day);
    const request = { before: clock.now(), isDryRun: false };
    expect(await sumOf(backend.retention.pruneConversations(request))).toMatchObject({ examined: 7, conversations: 0 });
  });

  test("[STORE-22] pruning takes many small steps", async () => {
    const clock = createManualClock();
    const backend = await create();
    await withStore(backend, clock, async (_, { performAll }) => {
      const ids = Array.from({ length: 250 }, (_value, index) => `conv_${index}`);
      await Promise.all(ids.map((id) => performAll(id, start(), finish(), say("Again"), finish())));
    });
    clock.advance(day);
    const request = { before: clock.now(), isDryRun: false };
    const steps: PruneStep[] = [];
    for await (const step of backend.retention.pruneLog(request)) steps.push(step);
    for await (const step of backend.retention.pruneConversations(request)) steps.push(step);
    expect(steps.length).toBeGreaterThan(3);
    expect(await withStore(backend, clock, readContents)).toMatchObject({ conversations: { items: [] }, events: [] });
  });
}

async function sumOf(steps: AsyncIterable<PruneStep>): Promise<PruneStep> {
  let sum: PruneStep = { examined: 0, total: 0, conversations: 0, events: 0 };
  for await (const { examined, total, conversations, events } of steps)
    sum = {
      examined: sum.examined + examined,
      total,
      conversations: sum.conversations + conversations,
      events: sum.events + events,
    };
  return sum;
}
