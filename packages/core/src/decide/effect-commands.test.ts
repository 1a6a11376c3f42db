import { expect, test } from "vitest";
import type { CommandOf } from "../model/command.ts";
import type { Thinking } from "../model/conversation.ts";
import { dueAt, effectOf } from "../model/effect.ts";
import { noUsage } from "../model/run.ts";
import { type CommandOrFactory, eventsOf, type Outcome, resultsOf, typesOf } from "../testing/given.ts";
import {
  asks,
  calls,
  failure,
  finishTool,
  interruption,
  keyOf,
  noon,
  parked,
  reply,
  send,
  startTool,
  terms,
  text,
  thinking,
} from "../testing/samples.ts";
import { decide } from "./decide.ts";

const overloaded = { message: "overloaded", retryable: true };
const stale = { code: "effect-stale" };

function repeatedly(times: number, history: Outcome, command: CommandOrFactory): Outcome {
  return Array.from({ length: times }).reduce<Outcome>((before) => before.when(command), history);
}

test("[CONV-1] a reply without calls finishes the run", () => {
  const { events, conversation, projection } = thinking().when(reply(text("Done")));
  expect(typesOf(events)).toEqual(["model.replied", "run.finished"]);
  expect(conversation).toMatchObject({ status: "idle", outcome: "finished" });
  expect(projection.runs).toMatchObject([{ id: "run_t_1", status: "finished", steps: 1, endedAt: noon }]);
});

test("[CONV-1] an empty reply finishes the run and adds no message", () => {
  const { conversation, projection } = thinking().when(reply());
  expect(conversation).toMatchObject({ status: "idle", outcome: "finished" });
  expect(projection.messages).toHaveLength(1);
});

test("[CONV-13] a call id used twice in a reply is made distinct, and each call gets its own result", () => {
  const { events, conversation, log } = thinking()
    .when(reply(calls("c1"), calls("c1"), calls("c1-2"), calls("c1")))
    .when({ type: "stop", by: "ana", at: noon });
  const [replied] = eventsOf(log, "model.replied");
  const ids = replied?.parts.flatMap((part) => (part.type === "call" ? [part.call.id] : []));
  expect(ids).toEqual(["c1", "c1-2", "c1-2-2", "c1-3"]);
  expect(resultsOf(events).map((result) => result.callId)).toEqual(ids);
  expect(conversation.status).toBe("idle");
});

test("[CONV-6] a retryable error is retried after a pause", () => {
  const { events, conversation } = thinking().when(failure(overloaded, noon + 30));
  expect(events).toMatchObject([{ type: "model.failed", attempt: 1, retryAt: noon + 30, error: overloaded }]);
  expect(dueAt(conversation)).toBe(noon + 30);
  expect(effectOf(conversation)).toMatchObject({ type: "call-model", step: 1, attempt: 2 });
});

test("[CONV-6] the last failure that the terms allow fails the run, which can be retried as a linked run", () => {
  const fourth = repeatedly(
    4,
    thinking({ terms: { ...terms, retry: { attempts: 5, forMs: 60_000 } } }),
    failure(overloaded),
  );
  expect(fourth.conversation).toMatchObject({ status: "thinking", attempt: 5 });
  const failed = fourth.when(failure(overloaded));
  expect(failed.events).toEqual([{ type: "run.failed", at: noon, runId: "run_t_1", error: overloaded, attempt: 5 }]);
  expect(failed.projection.runs).toMatchObject([{ status: "failed", reason: "overloaded", endedAt: noon }]);
  const retried = failed.when({ type: "retry", terms, by: "ana", at: noon });
  expect(retried.conversation).toMatchObject({
    status: "thinking",
    attempt: 1,
    run: { id: "run_t_2", resumedFrom: "run_t_1" },
  });
});

test("[CONV-6] an error that is not retryable fails the run at once", () => {
  const { conversation } = thinking().when(failure({ message: "no such model", retryable: false }));
  expect(conversation).toMatchObject({ status: "failed", error: { message: "no such model" } });
});

test("[CONV-6] a success resets the count of failures, for its tools and for the next model call", () => {
  const acting = repeatedly(4, thinking(), failure(overloaded)).when(reply(calls("c1")));
  expect(effectOf(acting.conversation)).toMatchObject({ type: "run-tool", attempt: 1 });
  const next = acting.when(interruption).when(finishTool);
  expect(effectOf(next.conversation)).toMatchObject({ type: "call-model", attempt: 1 });
  expect(dueAt(next.conversation)).toBe(0);
});

test("[CONV-6] by default an outage is waited out for a day, and then the run fails", () => {
  const at = (ms: number) => failure(overloaded, noon + ms, noon + ms);
  const hour = 3_600_000;
  const waiting = repeatedly(100, thinking().when(at(0)), at(23 * hour));
  expect(waiting.conversation).toMatchObject({ status: "thinking", failed: { count: 101, since: noon } });
  expect(waiting.when(at(24 * hour)).conversation).toMatchObject({ status: "failed", error: overloaded });
});

test("[CONV-6] a model that says nothing is asked three times", () => {
  const empty = { kind: "empty", message: "the provider's reply is empty", retryable: true } as const;
  const second = repeatedly(2, thinking(), failure(empty));
  expect(second.conversation).toMatchObject({ status: "thinking", attempt: 3 });
  expect(second.when(failure(empty)).conversation).toMatchObject({ status: "failed", error: empty });
});

test("[CONV-6] an empty reply after failures of another kind is the first of its kind", () => {
  const empty = { kind: "empty", message: "the provider's reply is empty", retryable: true } as const;
  const overloaded = { kind: "overload", message: "overloaded", retryable: true } as const;
  const waiting = repeatedly(9, thinking(), failure(overloaded));
  expect(waiting.when(failure(empty)).conversation).toMatchObject({ status: "thinking", attempt: 11 });
});

test("[FAILURE-1] the kind of a failure is recorded, and is in the state while the call is tried again", () => {
  const error = { kind: "overload", message: "Overloaded", retryable: true, status: 529 } as const;
  const { events, conversation } = thinking().when(failure(error, noon + 30));
  expect(events).toMatchObject([{ type: "model.failed", error }]);
  expect(conversation).toMatchObject({ failed: { count: 1, since: noon, error } });
});

test("[FAILURE-1] a state from before failures had a kind goes on as it is", () => {
  const { conversation } = thinking().when(failure(overloaded, noon + 30));
  const { failed: _, ...old } = conversation as Thinking;
  const decided = decide(old, {
    type: "record-failure",
    effect: keyOf(old),
    at: noon,
    error: overloaded,
    retryAt: noon,
  });
  expect(decided).toMatchObject({ ok: true, value: [{ type: "model.failed", attempt: 2 }] });
});

test("[FAILURE-3] a person can end the wait for the next attempt", () => {
  const retry = { type: "retry", terms, by: "ana", at: noon } as const;
  const waiting = thinking().when(failure(overloaded, noon + 30));
  const { events, conversation } = waiting.when(retry);
  expect(events).toEqual([{ type: "retry.requested", at: noon, runId: "run_t_1", by: "ana" }]);
  expect(dueAt(conversation)).toBe(0);
  expect(effectOf(conversation)).toEqual(effectOf(waiting.conversation));
  expect(decide(conversation, retry)).toEqual({ ok: false, error: { code: "nothing-to-retry" } });
});

test("[CONV-10] failures of the provider do not count as interruptions", () => {
  const fourth = repeatedly(4, repeatedly(20, thinking(), failure(overloaded)), interruption);
  expect(fourth.conversation).toMatchObject({ status: "thinking", attempt: 25 });
  expect(fourth.when(interruption).conversation).toMatchObject({ status: "failed", error: { kind: "interrupted" } });
});

test("[CONV-10] a worker that disappears counts as an attempt, and the fifth fails the run with a clear error", () => {
  const fourth = repeatedly(4, thinking(), interruption);
  expect(effectOf(fourth.conversation)).toMatchObject({ attempt: 5 });
  const { conversation } = fourth.when(interruption);
  expect(conversation).toMatchObject({
    status: "failed",
    error: { message: expect.stringMatching(/^interrupted 5 times in a row/), retryable: true },
  });
});

test("[CONV-3] a run that fails while a tool runs gives every call its result", () => {
  const acting = thinking()
    .when(reply(calls("c1"), asks("c2")))
    .when(startTool);
  const { events, conversation } = repeatedly(5, acting, interruption);
  expect(resultsOf(events)).toMatchObject([
    { callId: "c1", status: "error", text: expect.stringContaining("may or may not have happened") },
    { callId: "c2", status: "not-run", text: "Not run: the run failed before its turn." },
  ]);
  expect(conversation.status).toBe("failed");
});

test("[CONV-3] a tool that never started is not reported as interrupted", () => {
  const { events } = repeatedly(5, thinking().when(reply(calls("c1"))), interruption);
  expect(resultsOf(events)).toMatchObject([{ callId: "c1", status: "not-run" }]);
});

test("[CONV-3] what a tool returned becomes the result, with the name and id of the recorded call", () => {
  const { events } = thinking()
    .when(reply(calls("c1", "list_files")))
    .when(startTool)
    .when(finishTool);
  expect(resultsOf(events)).toEqual([{ callId: "c1", name: "list_files", status: "ok", text: "done" }]);
});

test("[CONV-3] a start is recorded, and starting again records nothing", () => {
  const started = thinking()
    .when(reply(calls("c1")))
    .when(startTool);
  expect(started.events).toMatchObject([{ type: "tool.started", callId: "c1", name: "read_file", step: 1 }]);
  expect(effectOf(started.conversation)).toMatchObject({ interrupted: true });
  expect(started.when(startTool).events).toEqual([]);
});

test("[CONV-8] a report with another run, step, attempt or call in its key is refused", () => {
  const before = thinking();
  const late: CommandOf<"record-reply"> = {
    type: "record-reply",
    effect: keyOf(before.conversation),
    at: noon,
    parts: [text("Late")],
    usage: noUsage,
  };
  const others = [
    before.when(interruption),
    before.when(reply(calls("c1"))),
    before.when(reply(calls("c1"))).when(finishTool),
    before.when({ type: "stop", by: "ana", at: noon }).when(send("Again")),
    before.when(reply(text("Done"))),
    parked(),
  ];
  for (const other of others) expect(other.when(late).refusal).toEqual(stale);
  expect(before.when(late).conversation.status).toBe("idle");
});

test("[CONV-8] the report of one call is refused for the next call of the step", () => {
  const first = thinking().when(reply(calls("c1"), calls("c2")));
  const report = { type: "finish-tool", effect: keyOf(first.conversation), at: noon } as const;
  const result = { status: "ok", text: "done" } as const;
  const second = first.when({ ...report, result });
  expect(second.conversation).toMatchObject({ status: "acting", call: { id: "c2" } });
  expect(second.when({ ...report, result }).refusal).toEqual(stale);
});

test("[CONV-8] a report of the wrong kind, or to a conversation without an effect, is refused", () => {
  expect(thinking().when(finishTool).refusal).toEqual(stale);
  expect(thinking().when(startTool).refusal).toEqual(stale);
  const acting = thinking().when(reply(calls("c1")));
  expect(acting.when(reply(text("Hm"))).refusal).toEqual(stale);
  expect(acting.when(failure(overloaded)).refusal).toEqual(stale);
  for (const command of [reply(), failure(overloaded), interruption, startTool, finishTool])
    expect(parked().when(command).refusal).toEqual(stale);
});

test("[CONV-8] a message that arrives meanwhile does not make a report stale", () => {
  const key = keyOf(thinking().conversation);
  expect(keyOf(thinking().when(send("Wait")).conversation)).toBe(key);
});

test("[CONV-4] a summary does not cover a message that still waits in the mailbox", () => {
  const waiting = thinking().when(send("Wait"));
  const { conversation } = waiting.when({
    type: "record-summary",
    effect: keyOf(waiting.conversation),
    at: noon,
    through: 1,
    from: 9,
    summary: "So far",
    usage: noUsage,
  });
  expect(conversation).toMatchObject({ mailbox: ["msg_t_2"], summary: { through: 1, from: 2 } });
});
