import type { Usage } from "./usage.ts";

/** What an agent's definition says about a run, fixed when the run starts. */
export interface Terms {
  /** How it asks people; absent where it cannot. */
  readonly contract?: string;
  readonly stepLimit: number;
  readonly askLimit: number;
  /** How long an inquiry stays open; absent means for ever. */
  readonly deadlineMs?: number;
  /** False where an answer waits for a resume by hand. */
  readonly autoResume?: boolean;
  /** Tools that run only when a person allows it; `prefix*` stands for all that start so. */
  readonly approve?: readonly string[];
  /** Agents that it may start as its sub-agents. */
  readonly spawn?: readonly string[];
  /** Whether it keeps a list of todos. */
  readonly todos?: boolean;
}

/** One stretch of the agent's work, from a message or a resume until it ends. */
export interface Run {
  readonly id: string;
  readonly startedAt: number;
  readonly terms: Terms;
  /** Model calls recorded so far, carried on by a resume. */
  readonly steps: number;
  /** Steps at which the run pauses; a resume moves it on by one more limit. */
  readonly pauseAt: number;
  readonly asks: number;
  readonly usage: Usage;
  readonly resumedFrom?: string;
  /** The last ask of this run with what the model was told, until another tool runs. */
  readonly lastAsk?: { readonly inquiryId: string; readonly asked: string; readonly told: string };
  /** The trace of what set it going last: the message, the answer, the resume. */
  readonly trace?: string;
  /** The trace in which the work went on before that. */
  readonly follows?: string;
}

/** A run as people query it. */
export interface RunRecord {
  readonly id: string;
  readonly conversationId: string;
  readonly agent: string;
  readonly status: "running" | "waiting" | "finished" | "paused" | "failed" | "stopped";
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly steps: number;
  readonly asks: number;
  readonly usage: Usage;
  readonly resumedFrom?: string;
  /** Why it waits, paused, failed or ended early. */
  readonly reason?: string;
  /** The inquiry it waits for. */
  readonly inquiryId?: string;
}
