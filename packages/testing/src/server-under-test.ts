import type { Client, Reply } from "@askback/client";
import type * as wire from "@askback/core/wire";

/** How a question stands. */
export interface Outcome {
  readonly isOpen: boolean;
  /** The answer as text, where a person gave one. */
  readonly text?: string | undefined;
  /** How it ended, where that is no answer: "declined", "dismissed", "expired" or "withdrawn". */
  readonly ending?: string | undefined;
}

export interface AskedQuestion {
  readonly key: string;
  readonly text: string;
  readonly labels: readonly string[];
  /** What comes back to the asker alone. */
  readonly state?: unknown;
}

/** A server by which agents ask people, as the checks use it. Write one for a server of your own; that of Askback is `askbackUnderTest`. */
export interface ServerUnderTest {
  /** Asks one question with these labels under a key, and returns the handle of the question. The same key again asks the same question. */
  ask(question: AskedQuestion): Promise<string>;
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
  /** Ends a question without an answer, as a person, or for "withdrawn" as its asker; whether the server accepted it. */
  end?(handle: string, ending: "declined" | "dismissed" | "withdrawn"): Promise<boolean>;
  /** Asks a question with a deadline, and returns its handle when the deadline has passed. */
  askUntilExpired?(question: AskedQuestion): Promise<string>;
  /** Gives a question other labels, as its asker. */
  amend?(handle: string, labels: readonly string[]): Promise<void>;
  /** Answers a label of the question as it was before it was amended; whether the server accepted it. */
  answerAsItWas?(handle: string, label: string): Promise<boolean>;
  /** The state that came with a question, as its asker and as a person reads it. */
  readState?(handle: string): Promise<{ readonly asAgent: unknown; readonly asPerson: unknown }>;
  /** Claims the resolution for one attempt of the asker; whether it is the one that goes on. */
  claim?(handle: string, claimant: string): Promise<boolean>;
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
  const toBody = ({ key, text, labels, state }: AskedQuestion): wire.AskInquiry => ({
    key,
    question: text,
    options: [...labels],
    ownWords: false,
    ...(state !== undefined && { state }),
  });
  return {
    ask: async (question) => (await unwrap(agent().inquiries.ask(toBody(question)))).id,
    answer: (id, label) => pick(person(), id, label),
    answerAsAgent: (id, label) => pick(agent(), id, label),
    answerNothing: async (id) => (await person().inquiries.answer(id, { answers: [{ question: "q1" }] })).ok,
    answerUnoffered: async (id) =>
      (await person().inquiries.answer(id, { answers: [{ question: "q1", options: ["o99"] }] })).ok,
    read: async (id) => toOutcome(await unwrap(agent().inquiries.get(id))),
    async end(id, ending) {
      if (ending === "withdrawn") return (await agent().inquiries.withdraw(id)).ok;
      return (await person().inquiries[ending === "declined" ? "decline" : "dismiss"](id)).ok;
    },
    async askUntilExpired(question) {
      const deadline = new Date(Date.now() + 1_000).toISOString();
      return (await unwrap(agent().ask({ ...toBody(question), deadline }))).id;
    },
    async amend(id, labels) {
      await unwrap(agent().inquiries.amend(id, { options: [...labels] }));
    },
    async answerAsItWas(id, label) {
      const { questions, revision } = await unwrap(person().inquiries.get(id));
      const option = questions[0]?.options.find((candidate) => candidate.label === label)?.id ?? "";
      const answers = [{ question: "q1", options: [option] }];
      return (await person().inquiries.answer(id, { answers, revision: revision - 1 })).ok;
    },
    async readState(id) {
      const [asAgent, asPerson] = await Promise.all(
        [agent(), person()].map(({ inquiries }) => unwrap(inquiries.get(id))),
      );
      return { asAgent: asAgent?.origin?.state, asPerson: asPerson?.origin?.state };
    },
    claim: async (id, claimant) => (await agent().inquiries.claim(id, { claimant })).ok,
    ...(restart && { restart }),
  };
}

function toOutcome({ resolution }: wire.Inquiry): Outcome {
  if (resolution?.type === "answered") return { isOpen: false, text: resolution.text };
  return { isOpen: resolution === undefined, ending: resolution?.type };
}

async function unwrap<Value>(reply: Reply<Value>): Promise<Value> {
  const result = await reply;
  if (!result.ok) throw new Error(`${result.error.title}. ${result.error.hint ?? ""}`);
  return result.value;
}
