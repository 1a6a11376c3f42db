import { expect, test } from "vitest";
import { effectOf } from "../model/effect.ts";
import type { Json } from "../model/tool-call.ts";
import { eventsOf, resultsOf, typesOf } from "../testing/given.ts";
import { asking, calls, colourAsk, finishTool, reply, startTool, terms, thinking } from "../testing/samples.ts";
import { transcriptForScreen } from "../views/transcript.ts";
import { question } from "./question.ts";

const asks = (id: string, input: Json = colourAsk.question ?? {}) => calls(id, "question", input);
const started = thinking(asking("question"));
const yes = { label: "Yes" };

test("[CONTRACT-3] [S3-07, S3-11, S3-22] one question with header, options, multiple and custom", () => {
  const options = [{ label: "Ship it", description: "Right now" }, { label: "Wait" }];
  const input = { header: "Release", question: "What next?", options, multiple: true, custom: false };
  expect(question.read(input)).toEqual({
    ok: true,
    value: {
      questions: [
        {
          id: "q1",
          text: "What next?",
          header: "Release",
          options: [
            { id: "o1", label: "Ship it", description: "Right now" },
            { id: "o2", label: "Wait" },
          ],
          multiSelect: true,
          ownWords: false,
        },
      ],
      warnings: [],
    },
  });
});

test("[CONTRACT-3] [S3-22] one option is enough; one answer and own words are the default", () => {
  expect(question.read({ question: "Go on?", options: [yes] })).toMatchObject({
    ok: true,
    value: { questions: [{ multiSelect: false, ownWords: true }] },
  });
});

test("[CONTRACT-3] texts of the maximum length are accepted", () => {
  const options = Array.from({ length: 10 }, (_, n) => ({
    label: `${n}`.padStart(30, "l"),
    description: "d".repeat(200),
  }));
  expect(question.read({ header: "h".repeat(30), question: "q".repeat(500), options }).ok).toBe(true);
});

test.for<[string, Json]>([
  ["header: allows at most 30 characters, got 31", { header: "h".repeat(31) }],
  ["question: allows at most 500 characters, got 501", { question: "q".repeat(501) }],
  ["options: needs at least 1 items, got 0", { options: [] }],
  ["options: allows at most 10 items", { options: Array.from({ length: 11 }, (_, n) => ({ label: `${n}` })) }],
  ["options[0].label: allows at most 30", { options: [{ label: "l".repeat(31) }] }],
  ["options[0].description: allows at most 200", { options: [{ label: "a", description: "d".repeat(201) }] }],
  ["two labels are the same", { options: [yes, { label: "yes" }] }],
  ['unknown field "value"', { options: [{ label: "a", value: "hidden" }] }],
  ['no label may be "Other"', { options: [{ label: "Other" }] }],
  ['unknown field "questions"', { questions: [] }],
  ["answers come from the user alone", { answers: {} }],
])("[CONTRACT-3] [S3-11, S3-22, S3-42, S3-46] refused with: %s", ([message, some]) => {
  const reading = question.read({ question: "Go on?", options: [yes], ...(some as { [key: string]: Json }) });
  expect(reading).toMatchObject({ ok: false, error: expect.stringContaining(message) });
});

test("[CONTRACT-3] the label Other is accepted where own words are not allowed", () => {
  expect(question.read({ question: "Go on?", options: [yes, { label: "Other" }], custom: false }).ok).toBe(true);
});

test("[CONTRACT-6] as the only call it parks, and its result says that the next message is the answer", () => {
  const { events, conversation } = started.when(reply(asks("c1")));
  expect(typesOf(events)).toEqual(["model.replied", "tool.finished", "inquiry.asked"]);
  expect(resultsOf(events)).toMatchObject([{ status: "ok", text: "Asked. The user's next message is the answer." }]);
  expect(conversation).toMatchObject({ status: "parked", queue: [] });
  expect(conversation).not.toHaveProperty("call");
});

test.for([0, 1, 2])(
  "[CONTRACT-6] with two other calls, at position %i, it gets an error, the others run and nothing parks",
  (place) => {
    const step = [calls("c1"), calls("c2")].toSpliced(place, 0, asks("q"));
    const done = started
      .when(reply(...step))
      .when(startTool)
      .when(finishTool)
      .when(startTool)
      .when(finishTool);
    const results = resultsOf(done.log);
    expect(results.map(({ callId }) => callId)).toEqual(["c1", "c2"].toSpliced(place, 0, "q"));
    expect(results.find(({ callId }) => callId === "q")).toMatchObject({
      status: "error",
      text: "Not asked: question must be the only tool call of a turn. Let the other calls finish first, then call question alone.",
    });
    expect(eventsOf(done.log, "inquiry.asked")).toEqual([]);
    expect(effectOf(done.conversation)).toMatchObject({ type: "call-model", step: 2 });
  },
);

test("[CONTRACT-6] two asks in one step both get an error", () => {
  const { events, conversation } = started.when(reply(asks("c1"), asks("c2")));
  expect(resultsOf(events).map(({ status }) => status)).toEqual(["error", "error"]);
  expect(conversation).toMatchObject({ status: "thinking", run: { asks: 0 } });
});

test("[CONTRACT-6] the screen shows an error block and no question", () => {
  const { projection } = started.when(reply(calls("c1"), asks("c2"))).when(finishTool);
  const screen = transcriptForScreen(projection.messages, projection.inquiries);
  expect(screen.at(-1)?.blocks).toMatchObject([
    { type: "tool", call: { id: "c1" } },
    { type: "error", call: { id: "c2" }, text: expect.stringContaining("must be the only tool call") },
  ]);
});

test("[CONTRACT-6] as the only call of the next step it is asked", () => {
  const again = started.when(reply(asks("c1"), asks("c2"))).when(reply(asks("c3")));
  expect(again.conversation).toMatchObject({ status: "parked", inquiry: { id: "inq_t_1", callId: "c3" } });
});

test("[CONTRACT-1] a call of a contract that the agent does not have is not an ask", () => {
  for (const terms of [asking("ask_user").terms, withoutContract()]) {
    const { conversation } = thinking({ terms }).when(reply(asks("c1")));
    expect(effectOf(conversation)).toMatchObject({ type: "run-tool", call: { name: "question" } });
  }
});

function withoutContract() {
  const { contract: _, ...rest } = terms;
  return rest;
}
