import type { LanguageModelV4 } from "@ai-sdk/provider";
import {
  type Audience,
  builtInToolNames,
  canonicalAudience,
  contractNames,
  defaultRetry,
  type EscalationStep,
  type Fallback,
  type FileType,
  matchesAny,
  type QuorumRule,
  type RememberedPart,
  type RetryPolicy,
  type Terms,
} from "@askback/core";

/** The definition of an agent in the configuration. */
export interface AgentDefinition {
  readonly name: string;
  /** Its name for people; derived from `name` unless given. */
  readonly title?: string;
  /** What it does, in a sentence. */
  readonly description?: string;
  /** A letter or an emoji, and the angle of its colour; derived from the name unless given. */
  readonly avatar?: { readonly symbol?: string; readonly hue?: number };
  /** First messages that show what it can do. */
  readonly examples?: readonly string[];
  /** Whether people are not offered it; unless given, true for an agent that another one spawns and that spawns none. */
  readonly subAgent?: boolean;
  /** Whether it only shows how Askback works. */
  readonly demo?: boolean;
  /** The projects that have it; all unless given. In any other project it does not exist. */
  readonly projects?: readonly string[];
  readonly instructions: string;
  /** `provider/model`, or a model of the AI SDK. */
  readonly model: string | LanguageModelV4;
  /** Names of tools, also `update_todos` and the contract to ask by; `server__*` stands for all tools of an MCP server. */
  readonly tools?: readonly string[];
  /** The tools that run only when a person allows it; `prefix*` stands for all names with this prefix. */
  readonly approve?: readonly ApproveEntry[];
  /** Agents that it may start as sub-agents. */
  readonly spawn?: readonly string[];
  /** Model calls of a run before it pauses. */
  readonly stepLimit?: number;
  /** How often and how long a model call is tried again that fails because of an outage. */
  readonly retry?: Partial<RetryPolicy>;
  /** Who may answer what it asks, approvals included; everybody in the project unless given. */
  readonly audience?: Audience;
  /** How it asks people; false if it must not. */
  readonly ask?: false | AskSettings;
  /** The types of files that the model accepts; by default those that its provider is known to. */
  readonly accepts?: readonly FileType[];
  /** How many tokens the model can read; beyond 80 % of it the transcript is compacted. */
  readonly contextWindow?: number;
  readonly maxOutputTokens?: number;
  readonly modelTimeoutMs?: number;
}

/** Whether a project has an agent; one that names no projects belongs to all. */
export function isInProject({ projects }: Pick<AgentDefinition, "projects">, project: string): boolean {
  return projects === undefined || projects.includes(project);
}

/** The agents of a project, in the order of the config. */
export function agentsIn(agents: ReadonlyMap<string, AgentDefinition>, project: string): readonly AgentDefinition[] {
  return [...agents.values()].filter((agent) => isInProject(agent, project));
}

/** A conversation, an inquiry, or what else names its agent and its project. */
export interface AgentInProject {
  readonly agent: string;
  readonly project: string;
}

/** The agent of a conversation; one that is bound to other projects is missing like one that is not configured. */
export function findAgent(
  agents: ReadonlyMap<string, AgentDefinition>,
  { agent: name, project }: AgentInProject,
): AgentDefinition | undefined {
  const agent = agents.get(name);
  return agent && isInProject(agent, project) ? agent : undefined;
}

/** A pattern of gated tools, and whether people may allow such a call for the rest of a conversation. */
export type ApproveEntry =
  | string
  | {
      readonly tool: string;
      /** The part of the input that later calls must share: all of it, or fields by their paths such as `target.region`. */
      readonly remember?: RememberedPart;
      /** Whether people may change the input when they allow a call; it must fit the schema of the tool. */
      readonly edit?: boolean;
      /** How many people must allow a call: a number, or rules that all must hold; one unless given. */
      readonly quorum?: number | readonly QuorumRule[];
    };

/** The rules by which several people must allow a gated tool; undefined where one person is enough. */
export function quorumOf(agent: Pick<AgentDefinition, "approve">, tool: string): readonly QuorumRule[] | undefined {
  return quorumsOf(agent).find((quorum) => matchesAny([quorum.tool], tool))?.rules;
}

/** The rules of every tool that several people must allow. */
export function quorumsOf({ approve = [] }: Pick<AgentDefinition, "approve">) {
  return approve.flatMap((entry) => {
    if (typeof entry === "string" || entry.quorum === undefined) return [];
    const { tool, quorum } = entry;
    return [{ tool, rules: typeof quorum === "number" ? [{ count: quorum }] : quorum }];
  });
}

/** The patterns of the tools that an agent may not run by itself. */
export function approvePatterns({ approve = [] }: Pick<AgentDefinition, "approve">): readonly string[] {
  return approve.map((entry) => (typeof entry === "string" ? entry : entry.tool));
}

/** Whether people may change the input of a gated tool: every entry that gates it must say so. */
export function isEditable({ approve = [] }: Pick<AgentDefinition, "approve">, tool: string): boolean {
  const entries = approve.filter((entry) => matchesAny([typeof entry === "string" ? entry : entry.tool], tool));
  return entries.length > 0 && entries.every((entry) => typeof entry !== "string" && entry.edit === true);
}

export interface AskSettings {
  readonly contract?: string;
  /** Asks of one run. */
  readonly limit?: number;
  /** Milliseconds until an inquiry expires; without it an inquiry never expires. */
  readonly deadlineMs?: number;
  /** The channels by which people are told first; all that they have switched on by default. */
  readonly channels?: readonly string[];
  /** What happens while nobody answers: reminders, and others who may answer too. */
  readonly escalation?: readonly EscalationStep[];
  /** Who is asked when the deadline passes, instead of its expiry. */
  readonly onDeadline?: Fallback;
  /** False if an answer waits until a person resumes the conversation. */
  readonly autoResume?: boolean;
}

export const agentDefaults = {
  stepLimit: 50,
  askLimit: 20,
  contract: "ask_user_question",
  contextWindow: 128_000,
  modelTimeoutMs: 600_000,
} as const;

/** The contract by which an agent asks: one of its tools, that of its settings, or the default. */
export function contractOf({ ask, tools = [] }: AgentDefinition): string | undefined {
  if (ask === false) return undefined;
  return tools.find((name) => contractNames.includes(name)) ?? ask?.contract ?? agentDefaults.contract;
}

/** Tools of Askback itself that a definition can list; `spawn_agents` comes with `spawn`. */
export const nameableTools: readonly string[] = [...contractNames, "update_todos"];

/** The tools that the runtime executes: those written in code and those of MCP servers. */
export function externalTools({ tools = [] }: AgentDefinition): readonly string[] {
  return tools.filter((name) => !builtInToolNames.includes(name));
}

/** The terms of a run that starts now. */
export function termsOf(agent: AgentDefinition): Terms {
  const { stepLimit = agentDefaults.stepLimit, approve, spawn, tools, retry, audience } = agent;
  const ask = agent.ask === false ? undefined : agent.ask;
  const contract = contractOf(agent);
  const quorums = quorumsOf(agent);
  const remember = (approve ?? []).flatMap((entry) =>
    typeof entry === "string" || entry.remember === undefined ? [] : [{ tool: entry.tool, part: entry.remember }],
  );
  return {
    ...(contract !== undefined && { contract }),
    stepLimit,
    askLimit: ask?.limit ?? agentDefaults.askLimit,
    ...(retry && {
      retry: { attempts: retry.attempts ?? defaultRetry.attempts, forMs: retry.forMs ?? defaultRetry.forMs },
    }),
    ...(ask?.deadlineMs !== undefined && { deadlineMs: ask.deadlineMs }),
    ...(audience && { audience: canonicalAudience(audience) }),
    ...(ask?.channels && { channels: ask.channels }),
    ...(ask?.escalation && { escalation: ask.escalation }),
    ...(ask?.onDeadline && { onDeadline: ask.onDeadline }),
    ...(ask?.autoResume !== undefined && { autoResume: ask.autoResume }),
    ...(approve && { approve: approvePatterns(agent) }),
    ...(remember.length > 0 && { remember }),
    ...(quorums.length > 0 && { quorums }),
    ...(spawn && spawn.length > 0 && { spawn }),
    ...(tools?.includes("update_todos") && { todos: true }),
  };
}
