import { expect, test } from "vitest";
import type { Conversation } from "./conversation.ts";
import { evolve } from "./evolve.ts";
import type { Message, Part } from "./message.ts";
import { project, runUnderWay } from "./projection.ts";
import { eventsOf } from "./testing/given.ts";
import { always, inTheEnd } from "./testing/laws.ts";
import { keyOf } from "./testing/samples.ts";
import { transcriptForModel } from "./transcript.ts";
import { addUsage, noUsage } from "./usage.ts";

test("[RES-1] an inquiry is resolved at most once, and is open only while the conversation is parked on it", () => {
  inTheEnd(({ log, conversation, inquiries }) => {
    const asked = eventsOf(log, "inquiry.asked").map((event) => event.inquiry.id);
    const resolved = eventsOf(log, "inquiry.resolved").map((event) => event.inquiryId);
    const open = conversation.status === "parked" ? [conversation.inquiry.id] : [];
    expect([...resolved, ...open]).toEqual(asked);
    expect(new Set(asked).size).toBe(asked.length);
    const unresolved = [...inquiries.values()].filter((inquiry) => !inquiry.resolution);
    expect(unresolved.map((inquiry) => inquiry.id)).toEqual(open);
  });
});

test("[CONV-3] every call has exactly one result, in the order of the calls, before the model is called again", () => {
  always(({ world: { conversation, messages } }) => {
    const open =
      conversation.status === "acting" || conversation.status === "parked"
        ? [conversation.call, ...conversation.queue].map((call) => call.id)
        : [];
    const steps = stepsOf(messages);
    const results = steps.map((step) => step.results);
    const calls = steps.map((step) => step.calls);
    const last = results.pop() ?? [];
    expect([...results, [...last, ...open]]).toEqual(calls.length > 0 ? calls : [[]]);
  });
});

test("[CONV-4] a message gets its place after all results of the step, and waits in the mailbox until then", () => {
  always(({ world: { conversation, messages } }) => {
    if (conversation.status === "deleted") return;
    const waiting = [...messages.values()].filter((message) => message.place === undefined);
    expect(conversation.mailbox).toEqual(waiting.map((message) => message.id));
    const placed = transcriptForModel([...messages.values()], 0);
    const persons = placed.filter((message) => message.role === "person");
    expect(persons.map((message) => message.number)).toEqual(
      persons.map((message) => message.number).sort((a, b) => a - b),
    );
    const intruders = stepsOf(messages).flatMap((step) => step.intruders);
    expect(intruders).toEqual([]);
  });
});

test("[CONV-8] a report that does not name the current effect is refused as stale and changes nothing", () => {
  always(({ command, before, decision, world }) => {
    if (!("effect" in command) || (command.effect === keyOf(before) && command.effect !== "")) return;
    expect(decision).toEqual({ ok: false, error: { code: "effect-stale" } });
    expect(world.conversation).toBe(before);
  });
});

test("[CONV-9] parked implies an open inquiry whose call has no result yet", () => {
  always(({ world: { conversation, inquiries, messages } }) => {
    if (conversation.status !== "parked") return;
    const { inquiry, call, held } = conversation;
    expect(inquiries.get(inquiry.id)).toMatchObject({ ...inquiry, status: held ? "held" : "open" });
    expect(inquiry.callId).toBe(call.id);
    const step = stepsOf(messages).at(-1);
    expect(step?.calls).toContain(call.id);
    expect(step?.results).not.toContain(call.id);
  });
});

test("[CONV-9] replaying the log, at once or in batches, gives the stored state and tables", () => {
  inTheEnd(({ log, conversation, messages, inquiries, runs }) => {
    const stored = JSON.parse(JSON.stringify(log)) as typeof log;
    expect(stored.reduce<Conversation | undefined>(evolve, undefined)).toEqual(conversation);
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

test("[CONV-9] message numbers and places run from 1 without gap or repeat", () => {
  inTheEnd(({ conversation, messages }) => {
    const all = [...messages.values()];
    const { counts } = conversation;
    expect(all.map((message) => message.number)).toEqual(upTo(counts.messages));
    expect(all.map((message) => message.id)).toEqual(upTo(counts.messages).map((number) => `msg_t_${number}`));
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

/** The calls of each reply with the results that follow it, and whatever else stands before the last of them. */
function stepsOf(messages: ReadonlyMap<string, Message>) {
  const steps: { calls: string[]; results: string[]; intruders: string[] }[] = [];
  let strangers: string[] = [];
  for (const message of transcriptForModel([...messages.values()], 0)) {
    const calls = message.parts.flatMap((part: Part) => (part.type === "call" ? [part.call.id] : []));
    const results = message.parts.flatMap((part: Part) => (part.type === "result" ? [part.result.callId] : []));
    const step = steps.at(-1);
    if (calls.length > 0) {
      steps.push({ calls, results: [], intruders: [] });
      strangers = [];
    } else if (message.role === "tool" && step) {
      step.results.push(...results);
      step.intruders.push(...strangers);
    } else strangers.push(message.id);
  }
  return steps;
}

function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
