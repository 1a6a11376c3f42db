import type { Audience } from "./audience.ts";
import type { EscalationStep, Fallback } from "./escalation.ts";
import type { RetryPolicy } from "./failure.ts";
import type { RememberRule } from "./permission.ts";
import type { QuorumOfTool } from "./quorum.ts";

/** The terms that an agent's definition sets for a run are fixed when the run starts. */
export interface Terms {
  /** The contract by which the agent asks people; absent where it cannot ask. */
  readonly contract?: string;
  readonly stepLimit: number;
  readonly askLimit: number;
  /** How long a failing model call is tried again; the default where it is absent. */
  readonly retry?: RetryPolicy;
  /** How long an inquiry stays open; without it an inquiry never expires. */
  readonly deadlineMs?: number;
  /** Only these may answer what the agent asks; everybody in the project may where it is absent. */
  readonly audience?: Audience;
  /** The channels by which people are told first; all where it is absent. */
  readonly channels?: readonly string[];
  /** These steps are taken while nobody answers. */
  readonly escalation?: readonly EscalationStep[];
  /** These are asked when the deadline passes, and the inquiry does not expire then. */
  readonly onDeadline?: Fallback;
  /** False where somebody must resume the conversation after an answer. */
  readonly autoResume?: boolean;
  /** Tools that run only when a person allows it; `prefix*` stands for every name with that prefix. */
  readonly approve?: readonly string[];
  /** The patterns of `approve` that people may allow for the rest of a conversation. */
  readonly remember?: readonly RememberRule[];
  /** How many people must allow the tools of `approve`, where it is more than one. */
  readonly quorums?: readonly QuorumOfTool[];
  /** Agents that it may start as its sub-agents. */
  readonly spawn?: readonly string[];
  /** Whether the agent keeps a list of todos. */
  readonly todos?: boolean;
}

/** Tokens that model calls used. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly reasoningTokens: number;
  readonly cachedTokens: number;
}

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cachedTokens: 0 };

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
  };
}

/** One period of the agent's work, from a message or a resume until it ends. */
export interface Run {
  readonly id: string;
  readonly startedAt: number;
  readonly terms: Terms;
  /** Model calls recorded so far; a resumed run continues the count. */
  readonly steps: number;
  /** The step count at which the run pauses; a resume raises it by one more limit. */
  readonly pauseAt: number;
  readonly asks: number;
  /** Asks since a person last answered one, also in the run that this one continues; 0 where earlier versions stored none. */
  readonly unanswered?: number;
  readonly usage: Usage;
  readonly resumedFrom?: string;
  /** Another tool call clears it. */
  readonly lastAsk?: LastAsk;
  /** Inquiries that are resolved, of which the model has not replied yet. */
  readonly unread?: readonly string[];
  /** The trace of the message, answer or resume that last started the work. */
  readonly trace?: string;
  /** The trace in which the work was done before that. */
  readonly follows?: string;
}

/** The last ask of a run, and what the model was told of its resolution. */
export interface LastAsk {
  readonly inquiryId: string;
  readonly asked: string;
  readonly told: string;
  /** Set where the same may be asked with another context: the context of then. */
  readonly context?: string;
}

export const runStatuses = ["running", "waiting", "finished", "paused", "failed", "stopped"] as const;

/** A run as people query it. */
export interface RunRecord {
  readonly id: string;
  readonly conversationId: string;
  readonly agent: string;
  readonly status: (typeof runStatuses)[number];
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

/**
 * The traces of a run that a command with this trace starts or continues. The earlier trace is only linked: a trace
 * that stayed open until somebody answers would last for days.
 */
export function runTraces(trace: string | undefined, before: Run | undefined): Pick<Run, "trace" | "follows"> {
  const isSame = trace !== undefined && before?.trace === trace;
  const follows = isSame ? before.follows : (before?.trace ?? before?.follows);
  return { ...(trace !== undefined && { trace }), ...(follows !== undefined && { follows }) };
}
