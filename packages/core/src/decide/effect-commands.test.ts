import { expect, test } from "vitest";
import type { CommandOf } from "../command.ts";
import { dueAt, effectOf } from "../effect.ts";
import { eventsOf, type Outcome, resultsOf, typesOf, type Wish } from "../testing/given.ts";
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
import { noUsage } from "../usage.ts";

const overloaded = { message: "overloaded", retryable: true };
const stale = { code: "effect-stale" };

function repeatedly(times: number, story: Outcome, wish: Wish): Outcome {
  return Array.from({ length: times }).reduce<Outcome>((sofar) => sofar.when(wish), story);
}

test("[CONV-1] a reply without calls finishes the run", () => {
  const { events, conversation, projection } = thinking().when(reply(text("Done")));
  expect(typesOf(events)).toEqual(["model.replied", "run.finished"]);
  expect(conversation).toMatchObject({ status: "idle", outcome: "finished" });
  expect(projection.runs).toMatchObject([{ id: "run_t_1", status: "finished", steps: 1, endedAt: noon }]);
});

test("[CONV-1] a reply with nothing in it finishes the run and leaves no message", () => {
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

test("[CONV-6] a retryable error is tried again after a rest", () => {
  const { events, conversation } = thinking().when(failure(overloaded, noon + 30));
  expect(events).toMatchObject([{ type: "model.failed", attempt: 1, retryAt: noon + 30, error: overloaded }]);
  expect(dueAt(conversation)).toBe(noon + 30);
  expect(effectOf(conversation)).toMatchObject({ type: "call-model", step: 1, attempt: 2 });
});

test("[CONV-6] the fifth failure fails the run, which can be retried as a linked run", () => {
  const fourth = repeatedly(4, thinking(), failure(overloaded));
  expect(fourth.conversation).toMatchObject({ status: "thinking", attempt: 5 });
  const failed = fourth.when(failure(overloaded));
  expect(failed.events).toEqual([{ type: "run.failed", at: noon, runId: "run_t_1", error: overloaded }]);
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

test("[CONV-6] a success starts the count of failures anew, for its tools and for the next model call", () => {
  const acting = repeatedly(4, thinking(), failure(overloaded)).when(reply(calls("c1")));
  expect(effectOf(acting.conversation)).toMatchObject({ type: "run-tool", attempt: 1 });
  const next = acting.when(interruption).when(finishTool);
  expect(effectOf(next.conversation)).toMatchObject({ type: "call-model", attempt: 1 });
  expect(dueAt(next.conversation)).toBe(0);
});

test("[CONV-10] a worker that vanished counts as an attempt, and the fifth fails the run with a clear error", () => {
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

test("[CONV-3] a tool that never started is not said to have been interrupted", () => {
  const { events } = repeatedly(5, thinking().when(reply(calls("c1"))), interruption);
  expect(resultsOf(events)).toMatchObject([{ callId: "c1", status: "not-run" }]);
});

test("[CONV-3] what a tool returned is its result, under the name and id of the recorded call", () => {
  const { events } = thinking()
    .when(reply(calls("c1", "list_files")))
    .when(startTool)
    .when(finishTool);
  expect(resultsOf(events)).toEqual([{ callId: "c1", name: "list_files", status: "ok", text: "done" }]);
});

test("[CONV-3] a started tool is known as such, and starting it again records nothing", () => {
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

test("[CONV-8] the report of one call is not taken for the next call of the step", () => {
  const first = thinking().when(reply(calls("c1"), calls("c2")));
  const report = { type: "finish-tool", effect: keyOf(first.conversation), at: noon } as const;
  const result = { status: "ok", text: "done" } as const;
  const second = first.when({ ...report, result });
  expect(second.conversation).toMatchObject({ status: "acting", call: { id: "c2" } });
  expect(second.when({ ...report, result }).refusal).toEqual(stale);
});

test("[CONV-8] a report of the wrong kind, or of nothing to a conversation that waits for nothing, is refused", () => {
  expect(thinking().when(finishTool).refusal).toEqual(stale);
  expect(thinking().when(startTool).refusal).toEqual(stale);
  const acting = thinking().when(reply(calls("c1")));
  expect(acting.when(reply(text("Hm"))).refusal).toEqual(stale);
  expect(acting.when(failure(overloaded)).refusal).toEqual(stale);
  for (const wish of [reply(), failure(overloaded), interruption, startTool, finishTool])
    expect(parked().when(wish).refusal).toEqual(stale);
});

test("[CONV-8] a message that arrives meanwhile does not make a report stale", () => {
  const key = keyOf(thinking().conversation);
  expect(keyOf(thinking().when(send("Wait")).conversation)).toBe(key);
});

test("[CONV-4] a summary does not pass over a message that still waits in the mailbox", () => {
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
