import { expect, test } from "vitest";
import { effectOf } from "../model/effect.ts";
import type { Json } from "../model/tool-call.ts";
import { eventsOf, resultsOf, typesOf } from "../testing/given.ts";
import {
  answer,
  asks,
  calls,
  databaseAsk,
  finishTool,
  noon,
  onInquiry,
  parked,
  reply,
  send,
  sqlite,
  startTool,
  terms,
  text,
  thinking,
} from "../testing/samples.ts";
import { activeRun } from "../views/projection.ts";

function askAbout(question: string): Json {
  return { questions: [{ question, options: [{ label: "Yes" }, { label: "No" }] }] };
}

function answerTo(inquiryId: string) {
  return answer(sqlite, { inquiryId });
}

test("[CONV-2] the calls of a step run in order, and the remaining ones run after the answer", () => {
  const asked = thinking()
    .when(reply(calls("c1"), asks("c2"), calls("c3")))
    .when(startTool)
    .when(finishTool);
  expect(typesOf(asked.events)).toEqual(["tool.finished", "inquiry.asked"]);
  expect(asked.conversation).toMatchObject({ status: "parked", call: { id: "c2" }, queue: [{ id: "c3" }] });
  const answered = asked.when(answer(sqlite));
  expect(effectOf(answered.conversation)).toMatchObject({ type: "run-tool", step: 1, call: { id: "c3" } });
  const done = answered.when(startTool).when(finishTool);
  expect(resultsOf(done.log).map((result) => result.callId)).toEqual(["c1", "c2", "c3"]);
  expect(effectOf(done.conversation)).toEqual({ type: "call-model", runId: "run_t_1", step: 2, attempt: 1 });
});

test("[CONV-2] two asks of a step are asked one after the other", () => {
  const first = thinking().when(reply(asks("c1", askAbout("First?")), asks("c2", askAbout("Second?"))));
  expect(first.conversation).toMatchObject({ status: "parked", inquiry: { id: "inq_t_1", callId: "c1" } });
  const second = first.when(answerTo("inq_t_1"));
  expect(second.conversation).toMatchObject({ status: "parked", inquiry: { id: "inq_t_2", callId: "c2" } });
  expect(second.when(answerTo("inq_t_2")).conversation.status).toBe("thinking");
});

test("[RUN-10] [S0-21, S0-26] a call that asks is never run as a tool, whether it is asked or refused", () => {
  const asked = parked();
  expect([effectOf(asked.conversation), eventsOf(asked.log, "tool.started")]).toEqual([undefined, []]);
  const refused = thinking().when(reply(asks("c1", {})));
  expect(eventsOf(refused.log, "tool.started")).toEqual([]);
  expect(effectOf(refused.conversation)).toMatchObject({ type: "call-model" });
  expect(asked.when(startTool).refusal).toBeDefined();
});

test("[ASK-9] repeating an ask with no tool call in between is refused with the earlier result", () => {
  const louder = {
    questions: [{ question: " WHICH database?", options: [{ label: "sqlite" }, { label: "postgres" }] }],
  };
  const answered = parked().when(answer(sqlite));
  for (const input of [databaseAsk, louder]) {
    const { events, conversation } = answered.when(reply(asks("c9", input)));
    expect(eventsOf(events, "inquiry.asked")).toEqual([]);
    expect(resultsOf(events)).toEqual([
      {
        callId: "c9",
        name: "ask_user_question",
        status: "error",
        text: expect.stringContaining('{"answers":{"Which database?":"SQLite"}}'),
      },
    ]);
    expect(conversation).toMatchObject({ status: "thinking", run: { asks: 1 } });
  }
});

test("[ASK-9] the same ask twice in one step is asked once", () => {
  const { events, conversation } = parked(asks("c2")).when(onInquiry("decline"));
  expect(resultsOf(events)).toMatchObject([
    { callId: "c1", status: "ok" },
    { callId: "c2", status: "error", text: expect.stringContaining("The user declined to answer") },
  ]);
  expect(conversation.status).toBe("thinking");
});

test("[ASK-9] a refused repeat and an invalid ask do not allow the same ask again", () => {
  const { events } = parked()
    .when(answer(sqlite))
    .when(reply(asks("c2"), asks("c3", {}), calls("c4", "unknown_tool")))
    .when(finishTool)
    .when(reply(asks("c5")));
  expect(resultsOf(events)).toMatchObject([{ callId: "c5", text: expect.stringContaining("Not asked again") }]);
});

test("[ASK-9] an ask is allowed after a tool call, in a new run, or if it differs", () => {
  const answered = parked().when(answer(sqlite));
  const afterTool = answered
    .when(reply(calls("c2"), asks("c3")))
    .when(startTool)
    .when(finishTool);
  expect(afterTool.conversation).toMatchObject({ status: "parked", inquiry: { id: "inq_t_2" } });
  const newRun = answered
    .when(reply(text("Done")))
    .when(send("Again"))
    .when(reply(asks("c2")));
  expect(newRun.conversation.status).toBe("parked");
  const severalNow = { questions: [{ ...databaseAsk.questions[0], multiSelect: true } as Json] };
  for (const input of [askAbout("Really?"), severalNow])
    expect(answered.when(reply(asks("c2", input))).conversation.status).toBe("parked");
});

test("[ASK-15] an ask that was answered in chat may be asked again at once", () => {
  const again = parked()
    .when(send("What do you mean?"))
    .when(reply(text("One is a file."), asks("c2")));
  expect(again.conversation).toMatchObject({ status: "parked", inquiry: { id: "inq_t_2" } });
});

test.for(["delegate", "decline"] as const)("[ASK-15] after %s the same ask needs a new context", (type) => {
  const asked = thinking()
    .when(reply(asks("c1", { ...databaseAsk, context: "Ten rows." })))
    .when(onInquiry(type));
  for (const context of ["Ten rows.", " ten  ROWS. "])
    expect(resultsOf(asked.when(reply(asks("c2", { ...databaseAsk, context }))).events)).toMatchObject([
      { callId: "c2", text: expect.stringContaining("Not asked again") },
    ]);
  for (const input of [databaseAsk, { ...databaseAsk, context: "A million rows." }])
    expect(asked.when(reply(asks("c2", input))).conversation.status).toBe("parked");
  const answered = thinking()
    .when(reply(asks("c1", { ...databaseAsk, context: "Ten rows." })))
    .when(answer(sqlite));
  expect(answered.when(reply(asks("c2"))).conversation.status).toBe("thinking");
});

test("[ASK-10] the limit counts asks with no answer of a person in between", () => {
  let history = thinking({ terms: { ...terms, askLimit: 2 } });
  const ask = (n: number) => reply(asks(`c${n}`, askAbout(`Number ${n}?`)));
  for (const [index, resolve] of [
    answerTo,
    (id: string) => onInquiry("decline", { inquiryId: id }),
    () => send("In chat"),
    (id: string) => onInquiry("delegate", { inquiryId: id }),
    answerTo,
  ].entries()) {
    history = history.when(ask(index + 1));
    expect(history.conversation).toMatchObject({ status: "parked", run: { asks: index + 1 } });
    history = history.when(resolve(`inq_t_${index + 1}`));
  }
});

test("[ASK-10] past the limit of its terms an ask is refused, and the model is told to continue or finish", () => {
  const once = thinking({ terms: { ...terms, askLimit: 1 } })
    .when(reply(asks("c1")))
    .when(onInquiry("decline"));
  const { events, conversation } = once.when(reply(asks("c2", askAbout("Really?"))));
  expect(resultsOf(events)).toEqual([
    {
      callId: "c2",
      name: "ask_user_question",
      status: "error",
      text: "Not asked: 1 of your questions got no answer since the user last gave one, which is the limit. Go on with what you know, or finish and say what is missing.",
    },
  ]);
  expect(conversation.status).toBe("thinking");
  const nextRun = once
    .when(reply(text("Done")))
    .when(send("Again"))
    .when(reply(asks("c3")));
  expect(nextRun.conversation.status).toBe("parked");
});

test("[CONV-5] at the step limit a run pauses after the results of its last step", () => {
  const paused = thinking({ terms: { ...terms, stepLimit: 1 } })
    .when(reply(asks("c1"), calls("c2")))
    .when(answer(sqlite));
  expect(paused.conversation.status).toBe("acting");
  const { events, conversation, projection } = paused.when(finishTool);
  expect(typesOf(events)).toEqual(["tool.finished", "run.paused"]);
  expect(conversation).toMatchObject({ status: "paused", reason: "step-limit" });
  expect(effectOf(conversation)).toBeUndefined();
  expect(projection.runs).toMatchObject([{ status: "paused", reason: "step-limit", endedAt: noon, steps: 1 }]);
});

test("[CONV-5] resume starts a linked run that continues the step count, up to one more limit", () => {
  const few = { ...terms, stepLimit: 1 };
  const resume = { type: "resume", terms: few, by: "ana", at: noon } as const;
  const paused = thinking({ terms: few })
    .when(reply(calls("c1")))
    .when(finishTool);
  const resumed = paused.when(resume);
  expect(resumed.events).toEqual([
    { type: "run.started", at: noon, runId: "run_t_2", terms: few, steps: 1, resumedFrom: "run_t_1" },
  ]);
  expect(effectOf(resumed.conversation)).toMatchObject({ type: "call-model", runId: "run_t_2", step: 2 });
  const again = resumed
    .when(reply(calls("c1")))
    .when(finishTool)
    .when(resume);
  expect(again.conversation).toMatchObject({ run: { id: "run_t_3", steps: 2, resumedFrom: "run_t_2" } });
});

test("[CONV-5] a run that finishes in its last step does not pause", () => {
  const { conversation } = thinking({ terms: { ...terms, stepLimit: 1 } }).when(reply(text("Done")));
  expect(conversation).toMatchObject({ status: "idle", outcome: "finished" });
});

test("[CONV-5] a message to a paused conversation starts a new run and leaves the paused one unchanged", () => {
  const paused = thinking({ terms: { ...terms, stepLimit: 1 } })
    .when(reply(calls("c1")))
    .when(finishTool);
  const { projection, conversation } = paused.when(send("Never mind", { at: noon + 500 }));
  expect(conversation).toMatchObject({ status: "thinking", run: { id: "run_t_2", steps: 0 } });
  expect(projection.runs).toMatchObject([{ status: "paused", endedAt: noon }]);
  expect(activeRun(conversation)).toMatchObject({ status: "running" });
});

test("[CONV-5] messages that wait at a pause are read when the run is resumed", () => {
  const few = { ...terms, stepLimit: 1 };
  const paused = thinking({ terms: few })
    .when(send("Wait"))
    .when(reply(text("Done")));
  expect(paused.conversation).toMatchObject({ status: "paused", mailbox: ["msg_t_2"] });
  const resumed = paused.when({ type: "resume", terms: few, by: "ana", at: noon });
  expect(eventsOf(resumed.events, "messages.delivered")).toMatchObject([{ messageIds: ["msg_t_2"] }]);
});
