import { type AgentDefinition, demo, type Tool } from "@askback/server";
import type { Config } from "./config.ts";

/** The agents and tools that a server with this config has: without agents of its own those of the demo. */
export function servedBy({ agents, tools = [], retry }: Config): {
  readonly agents: readonly AgentDefinition[];
  readonly tools: readonly Tool[];
} {
  return {
    // An agent has the config's retry policy where it has none of its own.
    agents: (agents ?? demo.agents).map((agent) => (retry ? { ...agent, retry: { ...retry, ...agent.retry } } : agent)),
    tools: [...tools, ...(agents ? [] : demo.tools)],
  };
}
