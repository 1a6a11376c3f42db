import { foldedText } from "../ask/plain-text.ts";
import type { RememberedPart } from "./permission.ts";
import type { Presentation } from "./presentation.ts";
import type { Question } from "./question.ts";
import type { InquiryStatus, Resolution } from "./resolution.ts";
import type { Json } from "./tool-call.ts";

/** The questions of one ask, which people answer together and which are resolved once. */
export interface Inquiry {
  readonly id: string;
  readonly revision: number;
  readonly contract: string;
  readonly callId: string;
  /** What to know before answering, as markdown. */
  readonly context?: string;
  readonly questions: readonly Question[];
  readonly askedAt: number;
  /** When it expires; set only where the agent's definition has a deadline. */
  readonly deadline?: number;
  readonly approval?: GatedCall;
  /** What was repaired in the model's input. */
  readonly warnings?: readonly string[];
}

/** The gated call, exactly as it would run. */
export interface GatedCall {
  readonly tool: string;
  readonly input: Json;
  readonly presentation?: Presentation;
  /** Set if people may allow it for the rest of the conversation: the part of the input that later calls must share. */
  readonly remember?: RememberedPart;
}

/** An inquiry as people query it, with its origin and its resolution. */
export interface InquiryRecord extends Inquiry {
  readonly conversationId: string;
  readonly project: string;
  readonly runId: string;
  readonly agent: string;
  readonly status: InquiryStatus;
  readonly held?: HeldAnswer;
  readonly resolution?: Resolution;
  /** The run that continues with the answer, where that is a new run. */
  readonly nextRunId?: string;
}

/** An answer that its author can retract until a time. It already wins over any other answer. */
export interface HeldAnswer {
  readonly resolution: Extract<Resolution, { type: "answered" }>;
  readonly until: number;
  readonly trace?: string;
}

/** The first question, which is the only one for contracts that ask one question at a time. */
export function firstQuestion({ questions: [question] }: Pick<Inquiry, "questions">): Question {
  if (!question) throw new Error("an inquiry has at least one question");
  return question;
}

/** Equal for contexts that look the same to a person. */
export function contextFingerprint({ context = "" }: Pick<Inquiry, "context">): string {
  return foldedText(context);
}

/** Equal for asks that look the same to a person, whatever their context. */
export function askFingerprint(questions: Inquiry["questions"]): string {
  return JSON.stringify(
    questions.map(({ text, options, multiSelect }) => [
      foldedText(text),
      options.map(({ label }) => foldedText(label)),
      multiSelect,
    ]),
  );
}
