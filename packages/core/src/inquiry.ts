import type { Question } from "./question.ts";
import type { Resolution } from "./resolution.ts";

/** What one ask puts to people: questions that are answered together and resolved once. */
export interface Inquiry {
  readonly id: string;
  readonly revision: number;
  readonly contract: string;
  readonly callId: string;
  readonly questions: readonly Question[];
  readonly askedAt: number;
  /** When it expires; absent unless the agent's definition asks for a deadline. */
  readonly deadline?: number;
  /** What was repaired in the model's input. */
  readonly warnings?: readonly string[];
}

/** An inquiry as people query it, with where it comes from and how it ended. */
export interface InquiryRecord extends Inquiry {
  readonly conversationId: string;
  readonly runId: string;
  readonly agent: string;
  readonly status: "open" | "held" | Resolution["type"];
  readonly held?: HeldAnswer;
  readonly resolution?: Resolution;
}

/** An answer that has won but can be taken back until its time is up. */
export interface HeldAnswer {
  readonly resolution: Extract<Resolution, { type: "answered" }>;
  readonly until: number;
}
