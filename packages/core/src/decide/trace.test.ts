import { expect, test } from "vitest";
import type { Conversation } from "../model/conversation.ts";
import type { Event } from "../model/event.ts";
import type { Run } from "../model/run.ts";
import { afterEveryStep } from "../testing/properties.ts";
import {
  answer,
  asking,
  asks,
  calls,
  colourAsk,
  noon,
  onInquiry,
  reply,
  send,
  sqlite,
  terms,
  text,
  thinking,
} from "../testing/samples.ts";
import { decide } from "./decide.ts";

const asked = thinking({ trace: "of the message" }).when(reply(asks("c1")));

test("[OPS-5] a run keeps the trace of the message that started it, also while parked", () => {
  expect(runOf(asked.conversation)).toMatchObject({ trace: "of the message" });
  const again = asked
    .when(answer(sqlite))
    .when(reply(text("Done")))
    .when(send("More", { trace: "of another" }));
  expect(tracesOf(again.conversation)).toEqual({ trace: "of another" });
});

test("[OPS-5] after an answer the run is in the answer's trace and follows the one that asked", () => {
  const { conversation, events } = asked.when(answer(sqlite, { trace: "of the answer" }));
  expect(events[0]).toMatchObject({ type: "inquiry.resolved", trace: "of the answer" });
  expect(tracesOf(conversation)).toEqual({ trace: "of the answer", follows: "of the message" });
});

test("[OPS-5] after an answer without a trace the run does not keep the trace that asked", () => {
  const { conversation } = asked.when(answer(sqlite));
  expect(tracesOf(conversation)).toEqual({ follows: "of the message" });
});

test("[OPS-5] a new run that continues with an answer follows the trace that asked", () => {
  const waiting = thinking({ trace: "of the message", ...asking("ask_user") }).when(
    reply(calls("c1", "ask_user", colourAsk.ask_user)),
  );
  const { conversation } = waiting.when(answer(sqlite, { trace: "of the answer" }));
  expect(runOf(conversation)).toMatchObject({ id: "run_t_2", resumedFrom: "run_t_1" });
  expect(tracesOf(conversation)).toEqual({ trace: "of the answer", follows: "of the message" });
});

test("[OPS-5] a held answer is delivered in its own trace, and an expiry is in the trace of the wake command", () => {
  const held = asked.when(answer(sqlite, { trace: "of the answer", holdMs: 50 }));
  expect(tracesOf(held.conversation)).toEqual({ trace: "of the message" });
  const delivered = held.when({ type: "wake", at: noon + 50, trace: "of the clock" });
  expect(tracesOf(delivered.conversation)).toEqual({ trace: "of the answer", follows: "of the message" });
  const hastened = held.when(onInquiry("deliver", { trace: "of the haste" }));
  expect(tracesOf(hastened.conversation)).toEqual(tracesOf(delivered.conversation));
  const expired = thinking({ trace: "of the message", terms: { ...terms, deadlineMs: 50 } })
    .when(reply(asks("c1")))
    .when({ type: "wake", at: noon + 50, trace: "of the clock" });
  expect(tracesOf(expired.conversation)).toEqual({ trace: "of the clock", follows: "of the message" });
});

test("[OPS-5] in any state a run has the trace of the command that last started it, and follows another", () => {
  afterEveryStep(({ before, decision, simulation: { conversation, log } }) => {
    const run = runOf(conversation);
    if (!run) return;
    const last = log.findLast(({ type }) => type === "run.started" || type === "inquiry.resolved");
    const inherited = log.find((event) => event.type === "conversation.forked")?.state.run?.trace;
    expect(run.trace).toBe(last && "trace" in last ? last.trace : last ? undefined : inherited);
    if (run.follows !== undefined) expect(run.follows).not.toBe(run.trace);
    const asking = before.status === "parked" ? before.run : undefined;
    const isResolved = decision.ok && decision.value.some(({ type }) => type === "inquiry.resolved");
    if (asking && isResolved) expect(run.follows).toBe(asking.trace ?? asking.follows);
  });
});

test("[OPS-5] a trace changes nothing but the trace", () => {
  afterEveryStep(({ before, command, decision }) => {
    if (!("trace" in command)) return;
    const { trace: _, ...untraced } = command;
    const plain = decide(before, untraced);
    expect(decision.ok ? { ...decision, value: decision.value.map(withoutTrace) } : decision).toEqual(
      plain.ok ? { ...plain, value: plain.value.map(withoutTrace) } : plain,
    );
  });
});

function withoutTrace(event: Event): Event {
  const { trace: _, ...rest } = { trace: undefined, ...event };
  return rest as Event;
}

function tracesOf(conversation: Conversation): Pick<Run, "trace" | "follows"> {
  const { trace, follows } = runOf(conversation) ?? {};
  return { ...(trace !== undefined && { trace }), ...(follows !== undefined && { follows }) };
}

function runOf(conversation: Conversation): Run | undefined {
  return "run" in conversation ? conversation.run : undefined;
}
