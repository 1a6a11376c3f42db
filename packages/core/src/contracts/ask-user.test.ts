import { expect, test } from "vitest";
import type { Json } from "../model/tool-call.ts";
import { eventsOf, resultsOf, typesOf } from "../testing/given.ts";
import {
  answer,
  asking,
  calls,
  finishTool,
  firstInquiry,
  noon,
  onInquiry,
  reply,
  send,
  startTool,
  thinking,
} from "../testing/samples.ts";
import { transcriptForScreen } from "../views/transcript.ts";
import { askUser } from "./ask-user.ts";

const asks = (id: string, question: string, more: { readonly [key: string]: Json } = {}) =>
  calls(id, "ask_user", { question, ...more });
const started = thinking(asking("ask_user"));

function questionOf(input: Json) {
  const reading = askUser.read(input);
  if (!reading.ok) throw new Error(reading.error);
  return reading.value.questions[0];
}

function refusalOf(input: Json): string {
  const reading = askUser.read(input);
  if (reading.ok) throw new Error("it was not refused");
  return reading.error;
}

test("[CONTRACT-2] [S2-02] an ask without options is an open question", () => {
  expect(questionOf({ question: "What shall it be called?" })).toEqual({
    id: "q1",
    text: "What shall it be called?",
    options: [],
    multiSelect: false,
    ownWords: true,
  });
  expect(questionOf({ question: "What?", options: [] })).toMatchObject({ options: [] });
});

test("[CONTRACT-2] [S3-40] options have label, value and description", () => {
  const options = [
    { label: "Mercury (planet)", value: "planet", description: "It is small" },
    { label: "Mercury (element)", value: "element" },
    { label: "Neither" },
  ];
  expect(questionOf({ question: "Which?", options })?.options).toEqual([
    { id: "o1", label: "Mercury (planet)", value: "planet", description: "It is small" },
    { id: "o2", label: "Mercury (element)", value: "element" },
    { id: "o3", label: "Neither" },
  ]);
});

test.for<[string, Json]>([
  ["options: allows at most 10 items, got 11", { options: Array.from({ length: 11 }, (_, n) => ({ label: `${n}` })) }],
  ["two labels are the same", { options: [{ label: "a" }, { label: " A " }] }],
  ["two options have the same value", { options: [{ label: "a", value: "1" }, { label: "1" }] }],
  ["options[0].value: needs at least 1", { options: [{ label: "a", value: " " }] }],
  ["options[0].value: allows at most 200", { options: [{ label: "a", value: "v".repeat(201) }] }],
  ["options[0].label: allows at most 60", { options: [{ label: "l".repeat(61) }] }],
  ['no label may be "Other"', { options: [{ label: "other" }] }],
  ['unknown field "header"', { header: "H" }],
  ['unknown field "multiSelect"', { multiSelect: true }],
  ['unknown field "questions"', { questions: [{ question: "A second one?" }] }],
  ["question: must not be blank", { question: "\u200b" }],
  ["question: allows at most 1000", { question: "q".repeat(1_001) }],
  ["answers come from the user alone", { answers: ["a"] }],
])("[CONTRACT-2] [S2-07] refused with: %s", ([message, some]) => {
  const error = refusalOf({ question: "Which?", ...(some as { [key: string]: Json }) });
  expect(error).toContain(message);
  expect(error).toContain("Correct this and call ask_user again.");
});

test("[ASK-6] common mistakes are repaired for this contract too", () => {
  expect(askUser.read({ message: "Which?", options: '[{"label": "a"}]' })).toMatchObject({
    ok: true,
    value: {
      questions: [{ text: "Which?", options: [{ label: "a" }] }],
      warnings: ["`message` was read as `question`", "`options` came as a JSON string and was parsed"],
    },
  });
});

test("[CONTRACT-5] [S2-12] the other calls of the step run first, wherever the ask is in the step", () => {
  const acting = started.when(reply(asks("c1", "Which?"), calls("c2"), calls("c3")));
  expect(acting.conversation).toMatchObject({
    status: "acting",
    call: { id: "c2" },
    queue: [{ id: "c3" }, { id: "c1" }],
  });
  const asked = acting.when(startTool).when(finishTool).when(startTool).when(finishTool);
  expect(resultsOf(asked.log).map(({ callId }) => callId)).toEqual(["c2", "c3", "c1"]);
  expect(asked.conversation).toMatchObject({ status: "parked", inquiry: { callId: "c1" }, queue: [] });
});

test("[CONTRACT-5] [S2-33] all asks of a step are recorded in one commit, and all but the last are superseded", () => {
  const { events, conversation, projection } = started.when(
    reply(asks("c1", "First?"), asks("c2", "Second?"), asks("c3", "Third?")),
  );
  expect(typesOf(events)).toEqual([
    "model.replied",
    "inquiry.superseded",
    "tool.finished",
    "inquiry.superseded",
    "tool.finished",
    "tool.finished",
    "inquiry.asked",
  ]);
  expect(conversation).toMatchObject({ status: "parked", inquiry: { id: "inq_t_3", callId: "c3" }, run: { asks: 1 } });
  expect(projection.inquiries).toMatchObject([
    { id: "inq_t_1", status: "superseded", resolution: { type: "superseded", inquiryId: "inq_t_2" } },
    { id: "inq_t_2", status: "superseded", resolution: { type: "superseded", inquiryId: "inq_t_3" } },
    { id: "inq_t_3", status: "open" },
  ]);
  expect(resultsOf(events)).toMatchObject([
    { callId: "c1", status: "error", text: expect.stringContaining("replaced by a newer one") },
    { callId: "c2", status: "error", text: expect.stringContaining("replaced by a newer one") },
    { callId: "c3", status: "ok", text: expect.stringContaining("inq_t_3") },
  ]);
});

test("[CONTRACT-5] a superseded ask is never shown", () => {
  const { projection } = started.when(reply(asks("c1", "First?"), asks("c2", "Second?")));
  const screen = transcriptForScreen(projection.messages, projection.inquiries);
  expect(screen.at(-1)?.blocks).toMatchObject([{ type: "action", inquiry: { id: "inq_t_2" } }]);
});

test("[CONTRACT-5] an invalid ask supersedes no other", () => {
  const between = started.when(reply(asks("c1", "First?"), asks("c2", " "), asks("c3", "Third?")));
  expect(eventsOf(between.events, "inquiry.superseded")).toMatchObject([{ newer: "inq_t_2" }]);
  expect(between.conversation).toMatchObject({ inquiry: { id: "inq_t_2", callId: "c3" } });
  const last = started.when(reply(asks("c1", "First?"), asks("c2", " ")));
  expect(eventsOf(last.events, "inquiry.superseded")).toEqual([]);
  expect(last.conversation).toMatchObject({ status: "parked", inquiry: { id: "inq_t_1", callId: "c1" } });
  expect(resultsOf(last.events)).toMatchObject([
    { callId: "c1", status: "ok" },
    { callId: "c2", status: "error", text: expect.stringContaining("must not be blank") },
  ]);
});

test("[CONTRACT-5] an ask refused as a repeat supersedes no other", () => {
  const answered = started.when(reply(asks("c1", "First?"))).when(answer([{ question: "q1", text: "Yes" }]));
  const { events, conversation, projection } = answered.when(reply(asks("c2", "Second?"), asks("c3", "First?")));
  expect(conversation).toMatchObject({ status: "parked", inquiry: { id: "inq_t_2", callId: "c2" } });
  expect(projection.inquiries.map(({ status }) => status)).toEqual(["answered", "open"]);
  expect(resultsOf(events)).toMatchObject([
    { callId: "c2", status: "ok" },
    { callId: "c3", status: "error", text: expect.stringContaining("Not asked again") },
  ]);
});

test("[CONTRACT-5] an ask past the limit supersedes no other, and superseded asks do not count", () => {
  const few = thinking(asking("ask_user", { askLimit: 1 })).when(reply(asks("c1", "First?"), asks("c2", "Second?")));
  expect(few.conversation).toMatchObject({ status: "parked", run: { asks: 1 } });
  const { events, conversation } = few
    .when(onInquiry("decline", { inquiryId: "inq_t_2" }))
    .when(reply(asks("c1", "Third?"), asks("c2", "Fourth?")));
  expect(eventsOf(events, "inquiry.superseded")).toEqual([]);
  expect(resultsOf(events).map(({ text }) => text.slice(0, 42))).toEqual([
    "Not asked: 1 of your questions got no answ",
    "Not asked: 1 of your questions got no answ",
  ]);
  expect(conversation.status).toBe("thinking");
});

test("[CONTRACT-5] asks after a gated call are not made if that call gets a message or a dismissal", () => {
  const gated = thinking(asking("ask_user", { approve: ["deploy"] })).when(
    reply(asks("c1", "First?"), calls("c2", "deploy")),
  );
  for (const command of [send("Wait"), onInquiry("dismiss")]) {
    const { events, conversation } = gated.when(command);
    expect(resultsOf(events).map(({ callId, status }) => `${callId} ${status}`)).toEqual(["c2 not-run", "c1 not-run"]);
    expect(eventsOf(events, "inquiry.asked")).toEqual([]);
    expect(conversation.status).toBe(command.type === "dismiss" ? "idle" : "thinking");
  }
});

test("[DELIVERY-1] [S2-38] the commit that asks gives the call its one result, which says that it asked", () => {
  const { events } = started.when(reply(asks("c1", "Which?")));
  expect(typesOf(events)).toEqual(["model.replied", "tool.finished", "inquiry.asked"]);
  expect(resultsOf(events)).toEqual([
    {
      callId: "c1",
      name: "ask_user",
      status: "ok",
      text: `Question ${firstInquiry} was put to the user. This run pauses now; it goes on with the answer.`,
    },
  ]);
  expect(eventsOf(events, "inquiry.asked")[0]?.at).toBe(noon);
});
