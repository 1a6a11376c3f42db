import type { Answer, AnswerSet } from "../model/answer.ts";
import type { Command, CommandOf } from "../model/command.ts";
import type { Conversation } from "../model/conversation.ts";
import { effectKey, effectOf } from "../model/effect.ts";
import type { RunError } from "../model/failure.ts";
import type { Inquiry } from "../model/inquiry.ts";
import type { Part } from "../model/message.ts";
import type { Question } from "../model/question.ts";
import { noUsage, type Terms } from "../model/run.ts";
import type { Json } from "../model/tool-call.ts";
import { type CommandOrFactory, given, type Outcome } from "./given.ts";

export const terms: Terms = { contract: "ask_user_question", stepLimit: 10, askLimit: 3 };

/** The time of a command unless a test gives another. */
export const noon = 1_000;

export const databaseAsk = {
  questions: [
    { question: "Which database?", header: "Database", options: [{ label: "SQLite" }, { label: "Postgres" }] },
  ],
};

export const firstInquiry = "inq_t_1";

export function start(some: Partial<CommandOf<"start">> = {}): Command {
  return {
    type: "start",
    conversationId: "conv_t",
    agent: "planner",
    project: "default",
    message: "Plan it",
    terms,
    by: "ana",
    at: noon,
    ...some,
  };
}

export function send(text: string, some: Partial<CommandOf<"send-message">> = {}): Command {
  return { type: "send-message", text, separate: false, terms, by: "ana", at: noon, ...some };
}

export function answer(answers: readonly Answer[], some: Partial<CommandOf<"answer">> = {}): Command {
  return { type: "answer", inquiryId: firstInquiry, set: { answers: [...answers] }, by: "ana", at: noon, ...some };
}

/** A person's command on the first inquiry. */
export function onInquiry(
  type: "delegate" | "decline" | "dismiss" | "retract" | "deliver" | "withdraw",
  some: Partial<Omit<CommandOf<"withdraw">, "type"> & { readonly comment: string; readonly revision: number }> = {},
): Command {
  return { type, inquiryId: firstInquiry, by: "ana", at: noon, ...some };
}

/** Moves the deadline of the first inquiry. */
export function extend(deadline: number | null, some: Partial<CommandOf<"extend">> = {}): Command {
  return { type: "extend", inquiryId: firstInquiry, by: "ana", at: noon, deadline, ...some };
}

/** The model's reply to the current model call. */
export function reply(...parts: readonly Part[]): CommandOrFactory {
  return replyAt(noon, ...parts);
}

export function replyAt(at: number, ...parts: readonly Part[]): CommandOrFactory {
  return (conversation) => ({ type: "record-reply", effect: keyOf(conversation), at, parts, usage: noUsage });
}

export function text(words: string): Part {
  return { type: "text", text: words };
}

export function asks(id: string, input: Json = databaseAsk): Part {
  return { type: "call", call: { id, name: "ask_user_question", input } };
}

export function calls(id: string, name = "read_file", input: Json = {}): Part {
  return { type: "call", call: { id, name, input } };
}

/** The terms of an agent that asks by this contract. */
export function asking(contract: string, some: Partial<Terms> = {}): { readonly terms: Terms } {
  return { terms: { ...terms, contract, ...some } };
}

/** The same question as input for each contract. */
export const colourAsk: Readonly<Record<string, Json>> = {
  ask_user_question: { questions: [{ question: "Which colour?", options: [{ label: "Red" }, { label: "Blue" }] }] },
  AskUserQuestion: { questions: [{ question: "Which colour?", options: [{ label: "Red" }, { label: "Blue" }] }] },
  ask_user: { question: "Which colour?", options: [{ label: "Red" }, { label: "Blue" }] },
  question: { question: "Which colour?", options: [{ label: "Red" }, { label: "Blue" }] },
};

/** A conversation parked on the colour question, asked by this contract. */
export function askedBy(contract: string, some: Partial<Terms> = {}): Outcome {
  return thinking(asking(contract, some)).when(reply(calls("c1", contract, colourAsk[contract])));
}

export const startTool: CommandOrFactory = (conversation) => ({
  type: "start-tool",
  effect: keyOf(conversation),
  at: noon,
});

export const finishTool: CommandOrFactory = (conversation) => ({
  type: "finish-tool",
  effect: keyOf(conversation),
  at: noon,
  result: { status: "ok", text: "done" },
});

export const interruption: CommandOrFactory = (conversation) => ({
  type: "record-interruption",
  effect: keyOf(conversation),
  at: noon,
});

export function failure(error: RunError, retryAt = noon, at = noon): CommandOrFactory {
  return (conversation) => ({ type: "record-failure", effect: keyOf(conversation), at, error, retryAt });
}

export function keyOf(conversation: Conversation): string {
  return effectKey(effectOf(conversation));
}

/** A conversation whose model is being called. */
export function thinking(some: Partial<CommandOf<"start">> = {}): Outcome {
  return given().when(start(some));
}

/** A conversation parked on the database question, with the other calls of its step behind it. */
export function parked(...later: readonly Part[]): Outcome {
  return thinking().when(reply(asks("c1"), ...later));
}

/** Parked on the database question, which expires at `noon + deadlineMs`. */
export function parkedUntil(deadlineMs: number, ...later: readonly Part[]): Outcome {
  return thinking({ terms: { ...terms, deadlineMs } }).when(reply(asks("c1"), ...later));
}

export const sqlite: readonly Answer[] = [{ question: "q1", options: ["o1"] }];
export const postgres: readonly Answer[] = [{ question: "q1", options: ["o2"] }];

export function question(some: Partial<Question> = {}): Question {
  return {
    id: "q1",
    text: "Which database?",
    options: [
      { id: "o1", label: "SQLite" },
      { id: "o2", label: "Postgres" },
      { id: "o3", label: "Redis, in memory" },
    ],
    multiSelect: false,
    ownWords: true,
    ...some,
  };
}

export function inquiry(...questions: readonly Question[]): Inquiry {
  return { id: firstInquiry, revision: 1, contract: "ask_user_question", callId: "c1", questions, askedAt: noon };
}

export function setOf(...answers: readonly Answer[]): AnswerSet {
  return { answers: [...answers] };
}
