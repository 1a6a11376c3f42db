import { expect, test } from "vitest";
import { contractNames } from "../contracts/contract-by-name.ts";
import { effectKey, effectOf } from "../model/effect.ts";
import { noUsage } from "../model/run.ts";
import type { StandingAnswer } from "../model/standing-answer.ts";
import { standingMisfit } from "../model/standing-answer.ts";
import { type CommandOrFactory, eventsOf, typesOf } from "../testing/given.ts";
import {
  askedBy,
  asking,
  calls,
  colourAsk,
  finishTool,
  noon,
  sqlite,
  startTool,
  thinking,
} from "../testing/samples.ts";
import { auditFacts } from "../views/audit-facts.ts";
import { receiptOf } from "../views/receipt.ts";

/** What a conversation under a contract asks, as a standing answer to it. */
function standingOf(contract: string, some: Partial<StandingAnswer> = {}): StandingAnswer {
  const { conversation } = askedBy(contract);
  if (conversation.status !== "parked") throw new Error("it asks");
  return { id: "sta_1", by: "bob", questions: conversation.inquiry.questions, set: { answers: sqlite }, ...some };
}

/** The reply that asks, recorded with standing answers. */
function replyWith(contract: string, standing: readonly StandingAnswer[]): CommandOrFactory {
  const [replied] = eventsOf(askedBy(contract).log, "model.replied");
  if (!replied) throw new Error("it replied");
  return (conversation) => ({
    type: "record-reply",
    effect: effectKey(effectOf(conversation)),
    parts: replied.parts,
    usage: noUsage,
    at: noon,
    standing,
  });
}

function asks(contract: string, standing: readonly StandingAnswer[]) {
  return thinking(asking(contract)).when(replyWith(contract, standing));
}

test.for([...contractNames])(
  "[STANDING-2] %s: exactly this question is answered at once, in the person's name",
  (contract) => {
    const { events, projection, conversation } = asks(contract, [standingOf(contract)]);
    expect(typesOf(events)).toEqual(expect.arrayContaining(["inquiry.asked", "inquiry.resolved"]));
    expect(effectOf(conversation)).toMatchObject({ type: "call-model" });
    const [record] = projection.inquiries;
    expect(record?.resolution).toMatchObject({ type: "answered", by: "bob", standing: "sta_1", answers: sqlite });
    expect(record && receiptOf(record)).toMatchObject({ by: "bob", standing: "sta_1" });
    const told = projection.messages.map(({ parts }) => JSON.stringify(parts)).join();
    expect(told).toContain("This is a standing answer");
    const facts = auditFacts({ before: undefined, events, agent: "planner" });
    expect(facts.find(({ type }) => type === "resolved")).toMatchObject({
      by: "bob",
      facts: { resolution: "answered", standing: "sta_1", via: "standing" },
    });
  },
);

test("[STANDING-2] another question, other options and an answer that does not fit are asked", () => {
  const contract = "ask_user_question";
  const [question] = standingOf(contract).questions;
  if (!question) throw new Error("it has one");
  const others: readonly Partial<StandingAnswer>[] = [
    { questions: [{ ...question, text: `${question.text} Really?` }] },
    { questions: [{ ...question, options: question.options.slice(1) }] },
    { questions: [{ ...question, multiSelect: !question.multiSelect }] },
    { questions: [question, { ...question, id: "q2", text: "And?" }] },
    { set: { answers: [{ question: "q1", options: ["o9"] }] } },
  ];
  for (const other of others) expect(asks(contract, [standingOf(contract, other)]).conversation.status).toBe("parked");
  expect(asks(contract, []).conversation.status).toBe("parked");
});

test("[STANDING-2] an ask that comes after a tool is put to people: the standing answer may be revoked meanwhile", () => {
  const contract = "ask_user_question";
  const after = thinking()
    .when((conversation) => ({
      type: "record-reply",
      effect: effectKey(effectOf(conversation)),
      parts: [calls("c1"), calls("c2", contract, colourAsk[contract])],
      usage: noUsage,
      at: noon,
      standing: [standingOf(contract)],
    }))
    .when(startTool)
    .when(finishTool);
  expect(after.conversation.status).toBe("parked");
});

test("[STANDING-3] approvals, secrets, answers with files and what was not answered cannot have one", () => {
  const { questions } = standingOf("ask_user_question");
  const answered = { type: "answered", by: "ana", at: noon, answers: sqlite } as const;
  expect(standingMisfit({ questions }, answered)).toBeUndefined();
  expect(standingMisfit({ questions, approval: { tool: "deploy", input: {} } }, answered)).toBe("approval");
  const secret = questions.map((question) => ({ ...question, secret: true as const }));
  expect(standingMisfit({ questions: secret }, answered)).toBe("secret");
  expect(standingMisfit({ questions, audience: { people: ["bob"] } }, answered)).toBe("audience");
  expect(standingMisfit({ questions }, { type: "delegated", by: "ana", at: noon })).toBe("unanswered");
  const file = { id: "file_1", name: "a.txt", type: "text/plain", size: 1 } as const;
  const withFile = { ...answered, answers: [{ question: "q1", text: "This", files: [file] }] };
  expect(standingMisfit({ questions }, withFile)).toBe("files");
});
