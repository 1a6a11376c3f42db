import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Terms } from "@askback/core";

/** An agent as its builder declares it. */
export interface AgentDefinition {
  readonly name: string;
  readonly instructions: string;
  /** `provider/model`, or a model of the AI SDK. */
  readonly model: string | LanguageModelV4;
  /** Names of tools; `server__*` stands for all tools of an MCP server. */
  readonly tools?: readonly string[];
  /** Model calls in a run before it pauses. */
  readonly stepLimit?: number;
  /** How it asks people. */
  readonly ask?: {
    readonly contract?: string;
    /** Asks in one run. */
    readonly limit?: number;
    /** Milliseconds until an inquiry expires; never unless given. */
    readonly deadlineMs?: number;
  };
  /** How many tokens the model can read; beyond 80 % of it the transcript is compacted. */
  readonly contextWindow?: number;
  readonly maxOutputTokens?: number;
  readonly modelTimeoutMs?: number;
}

export const agentDefaults = {
  stepLimit: 50,
  askLimit: 20,
  contract: "ask_user_question",
  contextWindow: 128_000,
  modelTimeoutMs: 600_000,
} as const;

/** What the definition says about a run that starts now. */
export function termsOf({ ask, stepLimit }: AgentDefinition): Terms {
  return {
    contract: ask?.contract ?? agentDefaults.contract,
    stepLimit: stepLimit ?? agentDefaults.stepLimit,
    askLimit: ask?.limit ?? agentDefaults.askLimit,
    ...(ask?.deadlineMs !== undefined && { deadlineMs: ask.deadlineMs }),
  };
}
