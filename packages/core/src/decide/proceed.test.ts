import { expect, test } from "vitest";
import { effectOf } from "../effect.ts";
import type { Json } from "../json.ts";
import { runUnderWay } from "../projection.ts";
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

function askAbout(question: string): Json {
  return { questions: [{ question, options: [{ label: "Yes" }, { label: "No" }] }] };
}

function answerTo(inquiryId: string) {
  return answer(sqlite, { inquiryId });
}

test("[CONV-2] calls of a step are carried out in order, and after the answer the rest go on", () => {
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

test("[CONV-2] two asks of a step are put to people one after the other", () => {
  const first = thinking().when(reply(asks("c1", askAbout("First?")), asks("c2", askAbout("Second?"))));
  expect(first.conversation).toMatchObject({ status: "parked", inquiry: { id: "inq_t_1", callId: "c1" } });
  const second = first.when(answerTo("inq_t_1"));
  expect(second.conversation).toMatchObject({ status: "parked", inquiry: { id: "inq_t_2", callId: "c2" } });
  expect(second.when(answerTo("inq_t_2")).conversation.status).toBe("thinking");
});

test("[ASK-9] the same ask again with no tool run in between is refused with the words of the earlier result", () => {
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

test("[ASK-9] the same ask twice in one step is put to people once", () => {
  const { events, conversation } = parked(asks("c2")).when(onInquiry("decline"));
  expect(resultsOf(events)).toMatchObject([
    { callId: "c1", status: "ok" },
    { callId: "c2", status: "error", text: expect.stringContaining("The user declined to answer") },
  ]);
  expect(conversation.status).toBe("thinking");
});

test("[ASK-9] a refused repeat and a bad ask do not make the ask new", () => {
  const { events } = parked()
    .when(answer(sqlite))
    .when(reply(asks("c2"), asks("c3", {}), calls("c4", "unknown_tool")))
    .when(finishTool)
    .when(reply(asks("c5")));
  expect(resultsOf(events)).toMatchObject([{ callId: "c5", text: expect.stringContaining("Not asked again") }]);
});

test("[ASK-9] after a tool ran, in a new run, or about something else it is asked", () => {
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

test("[ASK-10] past the limit of its terms a run asks no more, and the model is told to go on or finish", () => {
  const once = thinking({ terms: { ...terms, askLimit: 1 } })
    .when(reply(asks("c1")))
    .when(answer(sqlite));
  const { events, conversation } = once.when(reply(asks("c2", askAbout("Really?"))));
  expect(resultsOf(events)).toEqual([
    {
      callId: "c2",
      name: "ask_user_question",
      status: "error",
      text: "Not asked: this run has asked 1 times, which is its limit. Go on with what you know, or finish and say what is missing.",
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

test("[CONV-5] resume starts a linked run that counts the steps on, up to one more limit", () => {
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

test("[CONV-5] a message to a paused conversation starts a run of its own and leaves the paused one as it ended", () => {
  const paused = thinking({ terms: { ...terms, stepLimit: 1 } })
    .when(reply(calls("c1")))
    .when(finishTool);
  const { projection, conversation } = paused.when(send("Never mind", { at: noon + 500 }));
  expect(conversation).toMatchObject({ status: "thinking", run: { id: "run_t_2", steps: 0 } });
  expect(projection.runs).toMatchObject([{ status: "paused", endedAt: noon }]);
  expect(runUnderWay(conversation)).toMatchObject({ status: "running" });
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
