import { expect, test } from "vitest";
import { contractByName } from "../contracts/contract-by-name.ts";
import { eventsOf, typesOf } from "../testing/given.ts";
import { answer, asking, calls, parked, reply, send, sqlite, thinking } from "../testing/samples.ts";

const ask = { question: "Which password?", secret: true };
const asked = thinking(asking("ask_user")).when(reply(calls("c1", "ask_user", ask)));
const handle = "sec_abc";

test("[SECRET-1] a model asks for a secret without options, under the contract that has open questions", () => {
  expect(asked.conversation).toMatchObject({
    status: "parked",
    inquiry: { questions: [{ secret: true, options: [] }] },
  });
  const answered = asked.when(answer([{ question: "q1", secret: handle }]));
  expect(eventsOf(answered.events, "inquiry.resolved")).toMatchObject([
    { resolution: { type: "answered", answers: [{ question: "q1", secret: handle }] } },
  ]);
});

test("[SECRET-2] the model reads the handle, and that it is one", () => {
  const answered = asked.when(answer([{ question: "q1", secret: handle }]));
  const [message] = eventsOf(answered.events, "message.received");
  expect(message?.text).toContain(`The user responded: ${handle} (the handle of a secret: you cannot read it`);
});

test("[SECRET-5] a text that is not sealed, a file, an option and nothing are refused; so is a secret nobody asked for", () => {
  for (const given of [
    { text: "hunter2" },
    { text: "hunter2", secret: handle },
    { options: ["o1"] },
    { note: "Later" },
    {},
  ])
    expect(asked.when(answer([{ question: "q1", ...given }])).refusal).toMatchObject({ code: "answer-misfit" });
  expect(asked.when(answer([{ question: "q1", text: "hunter2" }])).refusal).not.toMatchObject({
    reason: expect.stringContaining("hunter2"),
  });
  expect(parked().when(answer([{ question: "q1", secret: handle }])).refusal).toMatchObject({ code: "answer-misfit" });
  expect(parked().when(answer(sqlite)).events.length).toBeGreaterThan(0);
});

test("[SECRET-5] a message answers no question that asks for a secret", () => {
  const sent = asked.when(send("It is hunter2"));
  expect(typesOf(sent.events)).toEqual(["message.received"]);
});

test.each([
  ["ask_user", { question: "Which?", options: [{ label: "This" }], secret: true }],
  [
    "ask_user_question",
    { questions: [{ question: "Which?", options: [{ label: "A" }, { label: "B" }], secret: true }] },
  ],
  ["question", { question: "Which?", options: [{ label: "This" }], secret: true }],
  ["AskUserQuestion", { questions: [{ question: "Which?", options: [{ label: "A" }, { label: "B" }], secret: true }] }],
  ["external", { questions: [{ question: "Which?", options: [{ label: "A" }], secret: true }] }],
  ["external", { questions: [{ question: "Which?", ownWords: false, secret: true }] }],
  ["external", { questions: [{ question: "Which?", secret: true }, { question: "When?" }] }],
])("[SECRET-5] %s refuses a secret beside options", (contract, input) => {
  expect(contractByName(contract).read(input)).toMatchObject({ ok: false, error: expect.stringContaining("secret") });
});
