import { expect, test } from "vitest";
import { dueAt } from "../model/effect.ts";
import { eventsOf, resultsOf, typesOf } from "../testing/given.ts";
import {
  answer,
  asks,
  calls,
  firstInquiry,
  noon,
  onInquiry,
  parked,
  parkedUntil,
  postgres,
  reply,
  sqlite,
} from "../testing/samples.ts";

const notOpen = { code: "inquiry-not-open", inquiryId: firstInquiry };

test("[RESOLVE-3] an answer resolves the inquiry, is the result of its call, and the model is called next", () => {
  const { events, conversation } = parked().when(answer(sqlite));
  expect(typesOf(events)).toEqual(["inquiry.resolved", "tool.finished"]);
  expect(eventsOf(events, "inquiry.resolved")[0]?.resolution).toEqual({
    type: "answered",
    by: "ana",
    at: noon,
    answers: sqlite,
  });
  expect(resultsOf(events)).toEqual([
    { callId: "c1", name: "ask_user_question", status: "ok", text: '{"answers":{"Which database?":"SQLite"}}' },
  ]);
  expect(conversation.status).toBe("thinking");
});

test("[RESOLVE-1] every command after a resolution is refused because the inquiry is not open", () => {
  const resolved = parked().when(answer(sqlite));
  expect(resolved.when(answer(postgres, { by: "ben" })).refusal).toEqual(notOpen);
  expect(resolved.when(answer(sqlite)).refusal).toEqual(notOpen);
  for (const type of ["delegate", "decline", "dismiss", "retract", "withdraw"] as const)
    expect(resolved.when(onInquiry(type)).refusal).toEqual(notOpen);
  expect(resolved.when({ type: "wake", at: noon * 9 }).events).toEqual([]);
});

test("[RESOLVE-1] a command on the first inquiry does not touch the second", () => {
  const second = parked()
    .when(answer(sqlite))
    .when(reply(asks("c1", { questions: [{ question: "When?", options: [{ label: "Now" }, { label: "Later" }] }] })));
  expect(second.conversation).toMatchObject({ status: "parked", inquiry: { id: "inq_t_2" } });
  expect(second.when(answer(postgres)).refusal).toEqual(notOpen);
  expect(second.when(onInquiry("dismiss")).refusal).toEqual(notOpen);
});

test("[ANSWER-7] an answer to another revision is refused with the current one, and one to the current is accepted", () => {
  expect(parked().when(answer(sqlite, { revision: 2 })).refusal).toEqual({
    code: "revision-changed",
    inquiryId: firstInquiry,
    revision: 1,
  });
  expect(parked().when(answer(sqlite, { revision: 1 })).conversation.status).toBe("thinking");
});

test.for(["delegate", "decline", "dismiss"] as const)(
  "[ANSWER-7] a command to %s another revision is refused too",
  (type) => {
    expect(parked().when(onInquiry(type, { revision: 2 })).refusal).toEqual({
      code: "revision-changed",
      inquiryId: firstInquiry,
      revision: 1,
    });
    expect(parked().when(onInquiry(type, { revision: 1 })).conversation.status).not.toBe("parked");
  },
);

test("[ANSWER-2] an answer that does not fit is refused with the reason, and the inquiry stays open", () => {
  const outcome = parked().when(answer([{ question: "q1", options: ["o7"] }]));
  expect(outcome.refusal).toEqual({
    code: "answer-misfit",
    inquiryId: firstInquiry,
    reason: 'question "q1": option "o7" is not offered; the options are o1, o2',
  });
  expect(outcome.conversation.status).toBe("parked");
});

test("[RESOLVE-5] delegated: the step continues", () => {
  const { events, conversation } = parked(calls("c2")).when(onInquiry("delegate", { comment: "Be bold" }));
  expect(eventsOf(events, "inquiry.resolved")[0]?.resolution).toEqual({
    type: "delegated",
    by: "ana",
    at: noon,
    comment: "Be bold",
  });
  expect(conversation).toMatchObject({ status: "acting", call: { id: "c2" } });
});

test("[RESOLVE-6] declined: the step continues", () => {
  const { events, conversation } = parked(calls("c2")).when(onInquiry("decline"));
  expect(resultsOf(events)).toMatchObject([{ callId: "c1", text: expect.stringContaining("declined to answer") }]);
  expect(conversation).toMatchObject({ status: "acting", call: { id: "c2" } });
});

test("[RESOLVE-7] dismissed: later calls are not run and the run ends", () => {
  const { events, conversation } = parked(calls("c2"), asks("c3")).when(onInquiry("dismiss"));
  expect(resultsOf(events).map(({ callId, status, text }) => `${callId} ${status} ${text.slice(0, 27)}`)).toEqual([
    "c1 error User cancelled the question",
    "c2 not-run Not run: the user set the q",
    "c3 not-run Not run: the user set the q",
  ]);
  expect(eventsOf(events, "run.finished")).toMatchObject([{ outcome: "dismissed" }]);
  expect(conversation).toMatchObject({ status: "idle", outcome: "dismissed" });
});

test("[RESOLVE-9] [S2-10] an inquiry without a deadline never expires", () => {
  expect(dueAt(parked().conversation)).toBeUndefined();
  expect(parked().when({ type: "wake", at: Number.MAX_SAFE_INTEGER }).events).toEqual([]);
});

test("[RESOLVE-9] at its deadline an inquiry expires and the agent continues", () => {
  const waiting = parkedUntil(100, calls("c2"));
  expect(dueAt(waiting.conversation)).toBe(noon + 100);
  expect(waiting.when({ type: "wake", at: noon + 99 }).events).toEqual([]);
  const { events, conversation } = waiting.when({ type: "wake", at: noon + 100 });
  expect(eventsOf(events, "inquiry.resolved")[0]?.resolution).toEqual({ type: "expired", at: noon + 100 });
  expect(resultsOf(events)).toMatchObject([{ callId: "c1", status: "error" }]);
  expect(conversation).toMatchObject({ status: "acting", call: { id: "c2" } });
});

test("[RESOLVE-10] withdrawn: the inquiry and the run end, and later calls are not run", () => {
  const { events, conversation } = parked(calls("c2")).when(onInquiry("withdraw"));
  expect(eventsOf(events, "inquiry.resolved")[0]?.resolution).toEqual({ type: "withdrawn", by: "ana", at: noon });
  expect(resultsOf(events).map((result) => result.status)).toEqual(["error", "not-run"]);
  expect(conversation).toMatchObject({ status: "idle", outcome: "stopped" });
});

test("[RESOLVE-13] an answer or another resolution after the deadline expires the inquiry", () => {
  const late = { at: noon + 100 };
  const commands = [
    answer(sqlite, late),
    answer(sqlite, { ...late, holdMs: 50 }),
    answer([{ question: "q1", note: "misfit" }], late),
    onInquiry("delegate", late),
    onInquiry("decline", late),
    onInquiry("dismiss", late),
  ];
  for (const command of commands) {
    const { events, conversation } = parkedUntil(100).when(command);
    expect(eventsOf(events, "inquiry.resolved")).toMatchObject([{ resolution: { type: "expired", at: noon + 100 } }]);
    expect(conversation.status).toBe("thinking");
  }
});

test("[RESOLVE-13] an answer just before the deadline counts", () => {
  const { events } = parkedUntil(100).when(answer(sqlite, { at: noon + 99 }));
  expect(eventsOf(events, "inquiry.resolved")).toMatchObject([{ resolution: { type: "answered" } }]);
});
