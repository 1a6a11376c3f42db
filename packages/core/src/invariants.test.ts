import { expect, test } from "vitest";
import { contractNamed } from "./contracts/contract-by-name.ts";
import type { Conversation } from "./conversation.ts";
import type { Effect } from "./effect.ts";
import { effectOf } from "./effect.ts";
import { evolve } from "./evolve.ts";
import { project, runUnderWay } from "./projection.ts";
import { eventsOf } from "./testing/given.ts";
import { always, inTheEnd } from "./testing/laws.ts";
import { keyOf } from "./testing/samples.ts";
import { stepsOf } from "./testing/steps.ts";
import { transcriptForModel } from "./transcript.ts";
import { addUsage, noUsage } from "./usage.ts";

test("[RES-1] an inquiry is resolved at most once, and is open only while the conversation is parked on it", () => {
  inTheEnd(({ log, conversation, inquiries }) => {
    const begun = eventsOf(log, "conversation.forked").map((event) => event.state.inquiry.id);
    const asked = [...begun, ...eventsOf(log, "inquiry.asked").map((event) => event.inquiry.id)];
    const resolved = eventsOf(log, "inquiry.resolved").map((event) => event.inquiryId);
    const open = conversation.status === "parked" ? [conversation.inquiry.id] : [];
    expect([...resolved, ...open]).toEqual(asked);
    const superseded = eventsOf(log, "inquiry.superseded").map((event) => event.inquiry.id);
    const inherited = eventsOf(log, "conversation.forked").flatMap((event) => event.inquiries.map(({ id }) => id));
    const body = conversation.id.slice("conv_".length);
    expect([...inherited, ...asked, ...superseded].sort(byCount)).toEqual(
      upTo(conversation.counts.inquiries).map((count) => `inq_${body}_${count}`),
    );
    const unresolved = [...inquiries.values()].filter((inquiry) => !inquiry.resolution);
    expect(unresolved.map((inquiry) => inquiry.id)).toEqual(open);
  });
});

test("[CONV-3] every call has exactly one result, in the order of the calls, before the model is called again", () => {
  always(({ world }) => {
    const { conversation } = world;
    const queue = "queue" in conversation ? conversation.queue : [];
    const open = [...("call" in conversation && conversation.call ? [conversation.call] : []), ...queue];
    const steps = stepsOf(world);
    const results = steps.map((step) => step.results.map(({ callId, name }) => `${callId} ${name}`));
    const calls = steps.map((step) => step.calls.map(({ id, name }) => `${id} ${name}`));
    const last = results.pop() ?? [];
    const awaited = open.map(({ id, name }) => `${id} ${name}`);
    expect([...results, [...last, ...awaited]]).toEqual(calls.length > 0 ? calls : [[]]);
  });
});

test("[CONV-4] a message gets its place after all results of the step, and waits in the mailbox until then", () => {
  always(({ world }) => {
    const { conversation, messages } = world;
    if (conversation.status === "deleted") return;
    const waiting = [...messages.values()].filter((message) => message.place === undefined);
    expect(conversation.mailbox).toEqual(waiting.map((message) => message.id));
    const placed = transcriptForModel([...messages.values()], 0);
    const persons = placed.filter(
      ({ role, parts }) => role === "person" && !parts.some((part) => part.type === "text" && part.visibility),
    );
    expect(persons.map((message) => message.number)).toEqual(
      persons.map((message) => message.number).sort((a, b) => a - b),
    );
    expect(stepsOf(world).flatMap((step) => step.intruders)).toEqual([]);
  });
});

test("[CONV-8] a report that does not name the current effect is refused as stale and changes nothing", () => {
  always(({ command, before, decision, world }) => {
    if (!("effect" in command) || (command.effect === keyOf(before) && command.effect !== "")) return;
    expect(decision).toEqual({ ok: false, error: { code: "effect-stale" } });
    expect(world.conversation).toBe(before);
  });
});

const effectsReportedBy: Readonly<Record<string, readonly Effect["type"][]>> = {
  "record-reply": ["call-model"],
  "record-failure": ["call-model"],
  "record-summary": ["call-model"],
  "record-interruption": ["call-model", "run-tool"],
  "start-tool": ["run-tool"],
  "finish-tool": ["run-tool"],
  "record-children-started": ["start-children"],
  "record-children-recalled": ["recall-children"],
  "record-parent-told": ["report-to-parent"],
};

test("[CONV-8] a report on another kind of effect changes nothing, whatever key it names", () => {
  always(({ command, before, world }) => {
    const effect = effectOf(before)?.type;
    if (!("effect" in command) || (effect && effectsReportedBy[command.type]?.includes(effect))) return;
    expect(world.conversation).toBe(before);
  });
});

test("[CONV-9] parked implies an open inquiry, whose call has no result exactly if its contract lets it wait", () => {
  always(({ world }) => {
    const { conversation, inquiries } = world;
    if (conversation.status !== "parked") return;
    const { inquiry, call, held } = conversation;
    expect(inquiries.get(inquiry.id)).toMatchObject({ ...inquiry, status: held ? "held" : "open" });
    const step = stepsOf(world).at(-1);
    expect(step?.calls.map(({ id }) => id)).toContain(inquiry.callId);
    const isTold = contractNamed(inquiry.contract).delivery.asked !== undefined;
    expect(call?.id).toBe(isTold ? undefined : inquiry.callId);
    expect(step?.results.some(({ callId }) => callId === inquiry.callId)).toBe(isTold);
  });
});

test("[CONV-9] replaying the log, at once or in batches, gives the stored state and tables", () => {
  inTheEnd(({ log, conversation, messages, inquiries, runs }) => {
    const stored = JSON.parse(JSON.stringify(log)) as typeof log;
    expect(stored.reduce<Conversation | undefined>(evolve, undefined)).toStrictEqual(conversation);
    const whole = project(undefined, stored);
    expect(whole.conversation).toEqual(conversation);
    const places = new Map(whole.placements.map(({ messageId, place }) => [messageId, place]));
    expect(
      whole.messages.map((message) => {
        const place = message.place ?? places.get(message.id);
        return place === undefined ? message : { ...message, place };
      }),
    ).toEqual([...messages.values()]);
    expect(whole.inquiries).toEqual([...inquiries.values()]);
    expect(whole.runs).toEqual([...runs.values()]);
  });
});

test("[CONV-9] no state holds a field that only another status has", () => {
  always(({ world: { conversation } }) => {
    expect(Object.keys(conversation).filter((key) => !fieldsOf[conversation.status].includes(key))).toEqual([]);
  });
});

const threadFields =
  "status id agent project title createdAt createdBy mailbox counts usage summary todos parent forkedFrom recall".split(
    " ",
  );
const fieldsOf: Readonly<Record<Conversation["status"], readonly string[]>> = {
  idle: [...threadFields, "run", "outcome"],
  thinking: [...threadFields, "run", "attempt", "retryAt"],
  acting: [...threadFields, "run", "call", "queue", "attempt", "calls", "started", "allowed"],
  parked: [...threadFields, "run", "call", "queue", "calls", "inquiry", "held"],
  delegating: [...threadFields, "run", "call", "queue", "calls", "children", "started"],
  paused: [...threadFields, "run", "reason"],
  failed: [...threadFields, "run", "error"],
  deleted: threadFields,
};

test("[CONV-9] message numbers and places run from 1 without gap or repeat", () => {
  inTheEnd(({ conversation, messages }) => {
    const all = [...messages.values()];
    const { counts, id } = conversation;
    const body = id.slice("conv_".length);
    expect(all.map((message) => message.number)).toEqual(upTo(counts.messages));
    expect(all.map((message) => message.id)).toEqual(upTo(counts.messages).map((number) => `msg_${body}_${number}`));
    expect(transcriptForModel(all, 0).map((message) => message.place)).toEqual(upTo(counts.places));
  });
});

test("[CONV-11] the usage of a conversation is the sum of its steps, and that of its runs", () => {
  inTheEnd(({ log, conversation, runs }) => {
    const spent = [...eventsOf(log, "model.replied"), ...eventsOf(log, "transcript.compacted")];
    expect(conversation.usage).toEqual(spent.map((event) => event.usage).reduce(addUsage, noUsage));
    const current = runUnderWay(conversation);
    const all = [...runs.values(), ...(current ? [current] : [])];
    expect(conversation.usage).toEqual(all.map((run) => run.usage).reduce(addUsage, noUsage));
  });
});

function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function byCount(a: string, b: string): number {
  return Number(a.split("_")[2]) - Number(b.split("_")[2]);
}
