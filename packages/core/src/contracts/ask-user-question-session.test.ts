import { expect, test } from "vitest";
import { eventsOf, resultsOf } from "../testing/given.ts";
import { asking, calls, colourAsk, databaseAsk, finishTool, reply, startTool, thinking } from "../testing/samples.ts";
import { askUserQuestion } from "./ask-user-question.ts";
import { askUserQuestionInSession } from "./ask-user-question-session.ts";

const asks = (id: string, input = colourAsk.AskUserQuestion) => calls(id, "AskUserQuestion", input);
const begun = thinking(asking("AskUserQuestion"));

test("[CTR-4] it takes the questions that the default contract takes, under its own name", () => {
  expect(askUserQuestionInSession.name).toBe("AskUserQuestion");
  expect(askUserQuestionInSession.read(databaseAsk)).toEqual(askUserQuestion.read(databaseAsk));
  const five = { questions: Array.from({ length: 5 }, (_, n) => ({ ...databaseAsk.questions[0], question: `${n}?` })) };
  expect(askUserQuestionInSession.read(five)).toMatchObject({
    ok: false,
    error: expect.stringMatching(/allows at most 4 items.*call AskUserQuestion again/s),
  });
});

test("[CTR-4] its schema is that of its document: nothing is offered beside questions, labels and descriptions", () => {
  const { properties } = askUserQuestionInSession.inputSchema as { properties: { questions: object } };
  expect(Object.keys(properties)).toEqual(["questions"]);
  expect(properties.questions).toMatchObject({
    minItems: 1,
    maxItems: 4,
    items: {
      required: ["question", "options"],
      properties: { options: { minItems: 2, maxItems: 4, items: { additionalProperties: false } } },
    },
  });
  expect(JSON.stringify(properties)).not.toMatch(/preview|recommended/);
  expect(askUserQuestionInSession.read({ ...databaseAsk, context: "Read this" })).toMatchObject({
    ok: false,
    error: expect.stringContaining('unknown field "context"'),
  });
});

test("[CTR-7] calls before it run first, calls behind it are not run", () => {
  const asked = begun
    .when(reply(calls("c1"), asks("c2"), calls("c3"), asks("c4")))
    .when(startTool)
    .when(finishTool);
  expect(resultsOf(asked.events)).toMatchObject([
    { callId: "c1", status: "ok" },
    { callId: "c2", status: "ok", text: expect.stringContaining("The session stops here") },
    { callId: "c3", status: "not-run", text: "Not run: the question before it ended the turn." },
    { callId: "c4", status: "not-run", text: "Not run: the question before it ended the turn." },
  ]);
  expect(asked.conversation).toMatchObject({ status: "parked", inquiry: { callId: "c2" }, queue: [] });
  expect(eventsOf(asked.log, "inquiry.asked")).toHaveLength(1);
});

test("[CTR-7] an ask that is refused does not end the step", () => {
  const { events, conversation } = begun.when(reply(asks("c1", {}), asks("c2")));
  expect(resultsOf(events).map(({ status }) => status)).toEqual(["error", "ok"]);
  expect(conversation).toMatchObject({ status: "parked", inquiry: { callId: "c2" } });
});
