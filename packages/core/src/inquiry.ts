import type { Json } from "./json.ts";
import { foldedText } from "./plain-text.ts";
import type { Question } from "./question.ts";
import type { Resolution } from "./resolution.ts";

/** What one ask puts to people: questions that are answered together and resolved once. */
export interface Inquiry {
  readonly id: string;
  readonly revision: number;
  readonly contract: string;
  readonly callId: string;
  /** What to know before answering, as markdown. */
  readonly context?: string;
  readonly questions: readonly Question[];
  readonly askedAt: number;
  /** When it expires; absent unless the agent's definition asks for a deadline. */
  readonly deadline?: number;
  /** The call that waits to be allowed, exactly as it would run. */
  readonly approval?: { readonly tool: string; readonly input: Json };
  /** What was repaired in the model's input. */
  readonly warnings?: readonly string[];
}

/** An inquiry as people query it, with where it comes from and how it ended. */
export interface InquiryRecord extends Inquiry {
  readonly conversationId: string;
  readonly project: string;
  readonly runId: string;
  readonly agent: string;
  readonly status: "open" | "held" | Resolution["type"];
  readonly held?: HeldAnswer;
  readonly resolution?: Resolution;
  /** The run that goes on with the answer, where that is a new one. */
  readonly nextRunId?: string;
}

/** An answer that has won but can be taken back until its time is up. */
export interface HeldAnswer {
  readonly resolution: Extract<Resolution, { type: "answered" }>;
  readonly until: number;
  readonly trace?: string;
}

/** The one question of a contract that asks one at a time. */
export function firstQuestion({ questions: [question] }: Pick<Inquiry, "questions">): Question {
  if (!question) throw new Error("an inquiry has at least one question");
  return question;
}

/** Equal for asks that a person could not tell apart. */
export function askFingerprint(questions: Inquiry["questions"]): string {
  return JSON.stringify(
    questions.map(({ text, options, multiSelect }) => [
      foldedText(text),
      options.map(({ label }) => foldedText(label)),
      multiSelect,
    ]),
  );
}
