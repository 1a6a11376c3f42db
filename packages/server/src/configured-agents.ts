import { builtInToolNames } from "@askback/core";
import { checkTools, toAgentByName } from "./check-agents.ts";
import { type AgentDefinition, nameableTools } from "./runtime/agent.ts";
import type { ProviderSettings } from "./runtime/model/model-by-name.ts";
import { connectMcpServers, type McpServersOptions } from "./runtime/tool/mcp-servers.ts";
import type { McpServer } from "./runtime/tool/mcp-tools.ts";
import type { Tool } from "./runtime/tool/tool.ts";
import { createToolbox, type Toolbox } from "./runtime/tool/toolbox.ts";
import {
  modelUnavailable,
  toolsUnavailable,
  toolUnavailable,
  type Unavailable,
  usesServer,
} from "./runtime/unavailable.ts";

/** An agent that cannot work, and one of the reasons. */
export interface UnavailableAgent extends Unavailable {
  readonly agent: string;
  /** The words of the program that could not be reached; only for whoever starts the server. */
  readonly detail?: string;
}

/** The agents of a config, with the tools that they have and why some of them cannot work. */
export interface ConfiguredAgents {
  readonly agents: ReadonlyMap<string, AgentDefinition>;
  readonly toolbox: Pick<Toolbox, "select">;
  whyUnavailable(agent: AgentDefinition): Unavailable | undefined;
  /** Why a tool of the agent is missing while its MCP server cannot be reached; undefined for any other tool. */
  whyToolUnavailable(agent: AgentDefinition, tool: string): Unavailable | undefined;
  unavailable(): readonly UnavailableAgent[];
  /** Calls the listener whenever an MCP server was connected that could not be reached before. */
  onConnected(listener: () => void): void;
  close(): Promise<void>;
}

interface AgentOptions extends Pick<McpServersOptions, "version" | "retryMs" | "startMs"> {
  readonly agents: readonly AgentDefinition[];
  readonly tools: readonly Tool[];
  readonly mcpServers: Readonly<Record<string, McpServer>>;
  readonly providers: Readonly<Record<string, ProviderSettings>>;
}

/**
 * Connects the agents with their tools. An agent without its key, with an unknown model or with tools of a server that
 * cannot be reached is unavailable, and the others work; a definition that contradicts itself rejects.
 */
export async function configureAgents({ providers, ...options }: AgentOptions): Promise<ConfiguredAgents> {
  const agents = toAgentByName(options.agents);
  const mismatches = new Map<string, Unavailable>();
  const servers = await connectMcpServers(options.mcpServers, options);
  let toolbox: Toolbox;

  /** The agents that need none of the servers which cannot be reached. */
  function connectedAgents(): readonly AgentDefinition[] {
    const unreachable = [...servers.problems().keys()];
    return options.agents.filter((agent) => !unreachable.some((server) => usesServer(agent, server)));
  }

  function toolboxOf(tools: readonly Tool[]): Toolbox {
    return createToolbox([...options.tools, ...tools], builtInToolNames, nameableTools);
  }

  /** Adds the tools of servers that came late; returns the servers whose tools have the names of others. */
  function addLateTools(): readonly string[] {
    const added: Tool[] = [];
    const clashing: string[] = [];
    for (const [server, tools] of servers.tools())
      try {
        toolbox = toolboxOf([...added, ...tools]);
        added.push(...tools);
      } catch {
        clashing.push(server);
      }
    return clashing;
  }

  /** A server that comes late may not have the tools that an agent names, or have tools with the names of others. */
  function update(): void {
    const clashing = addLateTools();
    mismatches.clear();
    for (const agent of connectedAgents()) {
      const server = clashing.find((name) => usesServer(agent, name));
      const mismatch = server === undefined ? mismatchOf(agent, toolbox) : namesTaken(server);
      if (mismatch) mismatches.set(agent.name, mismatch);
    }
  }

  try {
    toolbox = toolboxOf([...servers.tools().values()].flat());
    for (const agent of connectedAgents()) checkTools(agent, toolbox);
  } catch (error) {
    await servers.close();
    throw error;
  }

  let handleConnected = () => {};
  servers.onConnected(() => {
    update();
    handleConnected();
  });

  const causesOf = (agent: AgentDefinition): readonly Unavailable[] =>
    [
      modelUnavailable(agent, providers),
      toolsUnavailable(agent, [...servers.problems().keys()]) ?? mismatches.get(agent.name),
    ].filter((cause) => cause !== undefined);
  const whyUnavailable = (agent: AgentDefinition) => causesOf(agent)[0];
  return {
    agents,
    toolbox: { select: (names) => toolbox.select(names) },
    whyUnavailable,
    whyToolUnavailable: (agent, tool) => toolUnavailable(agent, tool, [...servers.problems().keys()]),
    unavailable: () =>
      options.agents.flatMap((agent) => {
        const detail = [...servers.problems()].find(([server]) => usesServer(agent, server))?.[1];
        return causesOf(agent).map((cause) => ({
          agent: agent.name,
          ...cause,
          ...(cause.kind === "tools" && detail !== undefined && { detail }),
        }));
      }),
    onConnected(listener) {
      handleConnected = listener;
    },
    close: servers.close,
  };
}

function mismatchOf(agent: AgentDefinition, toolbox: Toolbox): Unavailable | undefined {
  try {
    checkTools(agent, toolbox);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: "setup", reason, hint: "correct the definition of the agent" };
  }
}

function namesTaken(server: string): Unavailable {
  return {
    kind: "setup",
    reason: `tools of the MCP server "${server}" have the names of other tools`,
    hint: `give mcpServers.${server} another name in the config`,
  };
}
