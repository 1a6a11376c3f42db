import { expect, test } from "vitest";
import { contractByName } from "../contracts/contract-by-name.ts";
import { evolve } from "../evolve/evolve.ts";
import type { Conversation } from "../model/conversation.ts";
import { type Effect, effectOf } from "../model/effect.ts";
import { addUsage, noUsage } from "../model/run.ts";
import { eventsOf } from "../testing/given.ts";
import { modelStepsOf } from "../testing/model-steps.ts";
import { afterEveryStep, atTheEnd } from "../testing/properties.ts";
import { keyOf } from "../testing/samples.ts";
import { activeRun, project } from "../views/projection.ts";
import { transcriptForModel } from "../views/transcript.ts";

test("[RESOLVE-1] an inquiry is resolved at most once, and is open only while the conversation is parked on it", () => {
  atTheEnd(({ log, conversation, inquiries }) => {
    const forkedOn = eventsOf(log, "conversation.forked").flatMap(({ state }) =>
      state.status === "parked" ? [state.inquiry.id] : [],
    );
    const asked = [...forkedOn, ...eventsOf(log, "inquiry.asked").map((event) => event.inquiry.id)];
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
  afterEveryStep(({ simulation }) => {
    const { conversation } = simulation;
    const queue = "queue" in conversation ? conversation.queue : [];
    const open = [...("call" in conversation && conversation.call ? [conversation.call] : []), ...queue];
    const steps = modelStepsOf(simulation);
    const results = steps.map((step) => step.results.map(({ callId, name }) => `${callId} ${name}`));
    const calls = steps.map((step) => step.calls.map(({ id, name }) => `${id} ${name}`));
    const last = results.pop() ?? [];
    const awaited = open.map(({ id, name }) => `${id} ${name}`);
    expect([...results, [...last, ...awaited]]).toEqual(calls.length > 0 ? calls : [[]]);
  });
});

test("[CONV-4] a message gets its place after all results of the step, and waits in the mailbox until then", () => {
  afterEveryStep(({ simulation }) => {
    const { conversation, messages } = simulation;
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
    expect(modelStepsOf(simulation).flatMap((step) => step.earlyMessages)).toEqual([]);
  });
});

test("[CONV-8] a report that does not name the current effect is refused as stale and changes nothing", () => {
  afterEveryStep(({ command, before, decision, simulation }) => {
    if (!("effect" in command) || (command.effect === keyOf(before) && command.effect !== "")) return;
    expect(decision).toEqual({ ok: false, error: { code: "effect-stale" } });
    expect(simulation.conversation).toBe(before);
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

test("[CONV-8] a report on another kind of effect changes nothing, whatever its key", () => {
  afterEveryStep(({ command, before, simulation }) => {
    const effect = effectOf(before)?.type;
    if (!("effect" in command) || (effect && effectsReportedBy[command.type]?.includes(effect))) return;
    expect(simulation.conversation).toBe(before);
  });
});

test("[CONV-9] [S0-12] a parked conversation has an open inquiry, and its call has a result exactly if its contract gives one at once", () => {
  afterEveryStep(({ simulation }) => {
    const { conversation, inquiries } = simulation;
    if (conversation.status !== "parked") return;
    const { inquiry, call, held } = conversation;
    expect(inquiries.get(inquiry.id)).toMatchObject({ ...inquiry, status: held ? "held" : "open" });
    const step = modelStepsOf(simulation).at(-1);
    expect(step?.calls.map(({ id }) => id)).toContain(inquiry.callId);
    const hasResult = contractByName(inquiry.contract).delivery.asked !== undefined;
    expect(call?.id).toBe(hasResult ? undefined : inquiry.callId);
    expect(step?.results.some(({ callId }) => callId === inquiry.callId)).toBe(hasResult);
  });
});

test("[CONV-9] replaying the log, whole or in batches, gives the stored state and tables", () => {
  atTheEnd(({ log, conversation, messages, inquiries, runs }) => {
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

test("[CONV-9] no state has a field of another status", () => {
  afterEveryStep(({ simulation: { conversation } }) => {
    expect(Object.keys(conversation).filter((key) => !fieldsOf[conversation.status].includes(key))).toEqual([]);
  });
});

const baseFields =
  "status id agent project title createdAt createdBy askers mailbox counts usage summary todos permissions parent forkedFrom recall".split(
    " ",
  );
const fieldsOf: Readonly<Record<Conversation["status"], readonly string[]>> = {
  idle: [...baseFields, "run", "outcome"],
  thinking: [...baseFields, "run", "attempt", "retryAt", "failed"],
  acting: [...baseFields, "run", "call", "queue", "attempt", "calls", "started", "allowed", "permission"],
  parked: [...baseFields, "run", "call", "queue", "calls", "inquiry", "held"],
  external: [...baseFields, "thread", "open"],
  delegating: [...baseFields, "run", "call", "queue", "calls", "children", "started"],
  paused: [...baseFields, "run", "reason"],
  failed: [...baseFields, "run", "error"],
  deleted: baseFields,
};

test("[CONV-9] message numbers and places count from 1 without gaps or repeats", () => {
  atTheEnd(({ conversation, messages }) => {
    const all = [...messages.values()];
    const { counts, id } = conversation;
    const body = id.slice("conv_".length);
    expect(all.map((message) => message.number)).toEqual(upTo(counts.messages));
    expect(all.map((message) => message.id)).toEqual(upTo(counts.messages).map((number) => `msg_${body}_${number}`));
    expect(transcriptForModel(all, 0).map((message) => message.place)).toEqual(upTo(counts.places));
  });
});

test("[CONV-11] the usage of a conversation is the sum of its steps, and that of its runs", () => {
  atTheEnd(({ log, conversation, runs }) => {
    const spent = [...eventsOf(log, "model.replied"), ...eventsOf(log, "transcript.compacted")];
    expect(conversation.usage).toEqual(spent.map((event) => event.usage).reduce(addUsage, noUsage));
    const current = activeRun(conversation);
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
