import type { Client, Reply } from "@askback/client";
import type * as wire from "@askback/core/wire";

/** How a question stands. */
export interface Outcome {
  readonly isOpen: boolean;
  /** The answer as text, where a person gave one. */
  readonly text?: string | undefined;
}

/** A server by which agents ask people, as the checks use it. Write one for a server of your own; that of Askback is `askbackUnderTest`. */
export interface ServerUnderTest {
  /** Asks one question with these labels under a key, and returns the handle of the question. The same key again asks the same question. */
  ask(question: { readonly key: string; readonly text: string; readonly labels: readonly string[] }): Promise<string>;
  /** Answers with a label, as a person; whether the server accepted it. */
  answer(handle: string, label: string): Promise<boolean>;
  /** Sends an answer that holds nothing; whether the server accepted it. */
  answerNothing(handle: string): Promise<boolean>;
  /** Sends an answer with what was never offered; whether the server accepted it. */
  answerUnoffered(handle: string): Promise<boolean>;
  /** Answers with the credentials of the agent; whether the server accepted it. */
  answerAsAgent(handle: string, label: string): Promise<boolean>;
  read(handle: string): Promise<Outcome>;
  /** Ends the server without warning and starts it again over the same data, if the check may do that. */
  restart?(): Promise<void>;
}

export interface AskbackUnderTest {
  /** A client with the scope `ask`. */
  agent(): Client;
  /** A client with the scope `answer`. */
  person(): Client;
  restart?(): Promise<void>;
}

/** Askback over the wire. The clients are functions, since the address may be another one after a restart. */
export function askbackUnderTest({ agent, person, restart }: AskbackUnderTest): ServerUnderTest {
  async function pick(client: Client, id: string, label: string): Promise<boolean> {
    const [question] = (await unwrap(person().inquiries.get(id))).questions;
    const option = question?.options.find((candidate) => candidate.label === label)?.id ?? "";
    return (await client.inquiries.answer(id, { answers: [{ question: "q1", options: [option] }] })).ok;
  }
  return {
    ask: async ({ key, text, labels }) =>
      (await unwrap(agent().inquiries.ask({ key, question: text, options: [...labels], ownWords: false }))).id,
    answer: (id, label) => pick(person(), id, label),
    answerAsAgent: (id, label) => pick(agent(), id, label),
    answerNothing: async (id) => (await person().inquiries.answer(id, { answers: [{ question: "q1" }] })).ok,
    answerUnoffered: async (id) =>
      (await person().inquiries.answer(id, { answers: [{ question: "q1", options: ["o99"] }] })).ok,
    read: async (id) => toOutcome(await unwrap(agent().inquiries.get(id))),
    ...(restart && { restart }),
  };
}

function toOutcome({ resolution }: wire.Inquiry): Outcome {
  return { isOpen: resolution === undefined, ...(resolution?.type === "answered" && { text: resolution.text }) };
}

async function unwrap<Value>(reply: Reply<Value>): Promise<Value> {
  const result = await reply;
  if (!result.ok) throw new Error(`${result.error.title}. ${result.error.hint ?? ""}`);
  return result.value;
}
