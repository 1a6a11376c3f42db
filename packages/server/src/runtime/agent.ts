import type { LanguageModelV4 } from "@ai-sdk/provider";
import { contractNames, ownToolNames, type Terms } from "@askback/core";

/** An agent as its builder declares it. */
export interface AgentDefinition {
  readonly name: string;
  readonly instructions: string;
  /** `provider/model`, or a model of the AI SDK. */
  readonly model: string | LanguageModelV4;
  /** Names of tools; `server__*` stands for all of an MCP server; `update_todos`, or the contract to ask by, can be among them. */
  readonly tools?: readonly string[];
  /** Those of its tools that run only when a person allows it; `prefix*` stands for all that start so. */
  readonly approve?: readonly string[];
  /** Agents that it may start as sub-agents. */
  readonly spawn?: readonly string[];
  /** Model calls in a run before it pauses. */
  readonly stepLimit?: number;
  /** How it asks people; false where it must not. */
  readonly ask?: false | AskSettings;
  /** How many tokens the model can read; beyond 80 % of it the transcript is compacted. */
  readonly contextWindow?: number;
  readonly maxOutputTokens?: number;
  readonly modelTimeoutMs?: number;
}

export interface AskSettings {
  readonly contract?: string;
  /** Asks in one run. */
  readonly limit?: number;
  /** Milliseconds until an inquiry expires; never unless given. */
  readonly deadlineMs?: number;
  /** False where an answer waits until somebody resumes the conversation. */
  readonly autoResume?: boolean;
}

export const agentDefaults = {
  stepLimit: 50,
  askLimit: 20,
  contract: "ask_user_question",
  contextWindow: 128_000,
  modelTimeoutMs: 600_000,
} as const;

/** The contract by which an agent asks: one named among its tools, or in its settings, or the default. */
export function contractOf({ ask, tools = [] }: AgentDefinition): string | undefined {
  if (ask === false) return undefined;
  return tools.find((name) => contractNames.includes(name)) ?? ask?.contract ?? agentDefaults.contract;
}

/** Tools of Askback itself that a definition can list; `spawn_agents` comes with `spawn`. */
export const nameableTools: readonly string[] = [...contractNames, "update_todos"];

/** The tools that run outside: those of code and of MCP servers. */
export function outerTools({ tools = [] }: AgentDefinition): readonly string[] {
  return tools.filter((name) => !ownToolNames.includes(name));
}

/** What the definition says about a run that starts now. */
export function termsOf(agent: AgentDefinition): Terms {
  const { stepLimit = agentDefaults.stepLimit, approve, spawn, tools } = agent;
  const ask = agent.ask === false ? undefined : agent.ask;
  const contract = contractOf(agent);
  return {
    ...(contract !== undefined && { contract }),
    stepLimit,
    askLimit: ask?.limit ?? agentDefaults.askLimit,
    ...(ask?.deadlineMs !== undefined && { deadlineMs: ask.deadlineMs }),
    ...(ask?.autoResume !== undefined && { autoResume: ask.autoResume }),
    ...(approve && { approve }),
    ...(spawn && spawn.length > 0 && { spawn }),
    ...(tools?.includes("update_todos") && { todos: true }),
  };
}
