import { type FailureKind, matchesAny } from "@askback/core";
import type { AgentDefinition } from "./agent.ts";
import { checkModelKey, ModelSetupError, type ProviderSettings } from "./model/model-by-name.ts";

/** Why an agent cannot work, and what to do about it. Neither holds a key nor the words of another program. */
export interface Unavailable {
  readonly kind: Extract<FailureKind, "key" | "setup" | "tools">;
  readonly reason: string;
  readonly hint: string;
}

/** Why the model of an agent cannot be called; no model is called to find out. */
export function modelUnavailable(
  { model }: Pick<AgentDefinition, "model">,
  providers: Readonly<Record<string, ProviderSettings>>,
): Unavailable | undefined {
  if (typeof model !== "string") return undefined;
  try {
    checkModelKey(model, providers);
    return undefined;
  } catch (error) {
    if (!(error instanceof ModelSetupError)) throw error;
    return { kind: error.kind === "key" ? "key" : "setup", reason: error.reason, hint: error.hint };
  }
}

/** Whether an agent uses the tools of an MCP server. */
export function usesServer({ tools = [] }: Pick<AgentDefinition, "tools">, server: string): boolean {
  const prefix = `${server}__`;
  return tools.some((tool) => tool.startsWith(prefix) || (tool.endsWith("*") && prefix.startsWith(tool.slice(0, -1))));
}

/** Why an agent cannot work while these MCP servers cannot be reached. */
export function toolsUnavailable(
  agent: Pick<AgentDefinition, "tools">,
  unreachable: readonly string[],
): Unavailable | undefined {
  const server = unreachable.find((name) => usesServer(agent, name));
  if (server === undefined) return undefined;
  return {
    kind: "tools",
    reason: `the MCP server "${server}" cannot be reached`,
    hint: `check mcpServers.${server} in the config; it is tried again by itself`,
  };
}

/** Why a tool of an agent cannot be called while these MCP servers cannot be reached. */
export function toolUnavailable(
  { tools = [] }: Pick<AgentDefinition, "tools">,
  tool: string,
  unreachable: readonly string[],
): Unavailable | undefined {
  return matchesAny(tools, tool) ? toolsUnavailable({ tools: [tool] }, unreachable) : undefined;
}
