import { expect, test } from "vitest";
import { approvalAsk } from "../contracts/approval.ts";
import { evolve } from "../evolve/evolve.ts";
import type { CommandOf } from "../model/command.ts";
import type { Conversation } from "../model/conversation.ts";
import type { Question } from "../model/question.ts";
import { decide } from "./decide.ts";

const asker = { by: "deployer", at: 1_000 };
const thread = { conversationId: "conv_a", agent: "deployer", project: "default", thread: "release" };

function questionOf(...labels: readonly string[]): Question {
  const options = labels.map((label, index) => ({ id: `o${index + 1}`, label }));
  return { id: "q1", text: "Deploy?", options, multiSelect: false, ownWords: true };
}

function perform(conversation: Conversation | undefined, command: Parameters<typeof decide>[1]) {
  const decision = decide(conversation, command);
  if (!decision.ok) throw new Error(decision.error.code);
  return decision.value.reduce<Conversation | undefined>(evolve, conversation);
}

function ask(count: number, labels: readonly string[] = ["Yes", "No"]): CommandOf<"ask"> {
  const origin = { by: "deployer", fingerprint: String(count) };
  return {
    type: "ask",
    ...thread,
    ...asker,
    nonce: `n${count}`,
    inquiry: { contract: "external", questions: [questionOf(...labels)], origin },
  };
}

function allowedIn(conversation: Conversation | undefined) {
  return conversation?.status === "external" ? conversation.allowed?.map(({ id }) => id) : undefined;
}

function openIn(conversation: Conversation | undefined) {
  if (conversation?.status !== "external") throw new Error("it is external");
  return conversation.open;
}

test("[EXTERNAL-49] nobody but the asker amends or withdraws an ask, and others do not expire it either", () => {
  const conversation = perform(undefined, { ...ask(1), inquiry: { ...ask(1).inquiry, deadline: 1_500 } });
  const inquiryId = openIn(conversation)[0]?.inquiry.id ?? "";
  const inquiry = { context: "Later" };
  for (const at of [1_200, 2_000])
    for (const command of [
      { type: "amend", inquiryId, inquiry, by: "other", at },
      { type: "withdraw", inquiryId, by: "other", at },
    ] as const)
      expect(decide(conversation as Conversation, command)).toEqual({
        ok: false,
        error: { code: "not-the-asker", inquiryId },
      });
});

test("[APPROVAL-13] a thread remembers the last 100 allowed calls whose end nobody reported, and forgets started ones first", () => {
  const gated = (count: number): CommandOf<"ask"> => {
    const { origin } = ask(count).inquiry;
    return { ...ask(count), inquiry: { ...approvalAsk({ tool: "deploy", input: {}, singleUse: true }), origin } };
  };
  let conversation: Conversation | undefined;
  const ids: string[] = [];
  const allow = (count: number) => {
    conversation = perform(conversation, gated(count));
    const inquiryId = openIn(conversation)[0]?.inquiry.id ?? "";
    const set = { answers: [{ question: "q1", options: ["o1"] }] };
    conversation = perform(conversation, { type: "answer", inquiryId, by: "ana", at: 2_000, set });
    ids.push(inquiryId);
  };
  const start = (index: number) => {
    conversation = perform(conversation, { type: "start-call", inquiryId: ids[index] ?? "", ...asker });
  };
  for (let count = 1; count <= 100; count += 1) allow(count);
  start(7);
  allow(101);
  expect(allowedIn(conversation)).toEqual(ids.toSpliced(7, 1));
  allow(102);
  expect(allowedIn(conversation)).toEqual(ids.toSpliced(7, 1).slice(1));
  expect(() => start(0)).toThrow("call-not-startable");
  start(101);
});

test("[EXTERNAL-40] a thread has at most 100 open asks; the next is refused until one of them ends", () => {
  let conversation: Conversation | undefined;
  for (let count = 1; count <= 100; count += 1) conversation = perform(conversation, ask(count));
  expect(decide(conversation, ask(101))).toMatchObject({ ok: false, error: { code: "thread-full" } });
  const [first] = openIn(conversation);
  const after = perform(conversation, { type: "withdraw", inquiryId: first?.inquiry.id ?? "", ...asker });
  expect(openIn(perform(after, ask(101)))).toHaveLength(100);
});

test("[EXTERNAL-41] the id of an option that an amendment removed never comes back for another one", () => {
  const asked = perform(undefined, ask(1, ["Yes", "No", "Delete everything"]));
  const inquiryId = openIn(asked)[0]?.inquiry.id ?? "";
  const amend = (conversation: Conversation | undefined, ...labels: string[]) =>
    perform(conversation, { type: "amend", inquiryId, inquiry: { questions: [questionOf(...labels)] }, ...asker });
  const optionsOf = (conversation: Conversation | undefined) =>
    openIn(conversation)[0]?.inquiry.questions[0]?.options.map(({ id, label }) => `${id} ${label}`);
  const without = amend(asked, "Yes", "No");
  expect(optionsOf(without)).toEqual(["o1 Yes", "o2 No"]);
  expect(optionsOf(amend(without, "Yes", "No", "Wait"))).toEqual(["o1 Yes", "o2 No", "o4 Wait"]);
});

test("[EXTERNAL-41] an amendment by which nothing is left of the context removes it", () => {
  const asked = perform(undefined, ask(1));
  const inquiryId = openIn(asked)[0]?.inquiry.id ?? "";
  const amend = (conversation: Conversation | undefined, context: string | null) =>
    perform(conversation, { type: "amend", inquiryId, inquiry: { context }, ...asker });
  const explained = amend(asked, "Version 4.2");
  expect(openIn(explained)[0]?.inquiry.context).toBe("Version 4.2");
  for (const nothing of ["", null]) expect(openIn(amend(explained, nothing))[0]?.inquiry).not.toHaveProperty("context");
});
