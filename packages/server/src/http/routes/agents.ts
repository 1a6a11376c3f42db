import { contractNames, profileOf } from "@askback/core";
import * as wire from "@askback/core/wire";
import { type AgentDefinition, agentsIn, approvePatterns, contractOf } from "../../runtime/agent.ts";
import { type App, addRoute } from "../route.ts";
import type { Services } from "../services.ts";

export function addAgentRoutes(
  app: App,
  { agents, whyUnavailable }: Pick<Services, "agents" | "whyUnavailable">,
): void {
  addRoute(
    app,
    {
      tag: "Agents",
      method: "get",
      path: "/v1/agents",
      summary: "List the agents of your project",
      scope: "any",
      status: 200,
      response: wire.listOf(wire.Agent),
    },
    (context) => {
      const all = agentsIn(agents, context.get("principal").project);
      const items = all.map((agent) => {
        const unavailable = whyUnavailable(agent);
        return { ...agentView(agent, isSubAgent(agent, all)), ...(unavailable && { unavailable }) };
      });
      return { status: 200, body: { items } };
    },
  );
}

/** Sub-agents can neither ask nor spawn, so an agent that spawns others is one to start with. */
function isSubAgent({ name, spawn = [], subAgent }: AgentDefinition, all: readonly AgentDefinition[]): boolean {
  return subAgent ?? (spawn.length === 0 && all.some((other) => other.spawn?.includes(name)));
}

/** What people may know of an agent: the instructions stay with their author. */
function agentView(agent: AgentDefinition, isSubAgent: boolean): wire.Agent {
  const { name, description, examples = [], tools = [], spawn = [], demo = false } = agent;
  const contract = contractOf(agent);
  return {
    name,
    ...profileOf(name, agent),
    ...(description !== undefined && { description }),
    examples,
    isSubAgent,
    isDemo: demo,
    ...(contract !== undefined && { contract }),
    tools: tools.filter((tool) => !contractNames.includes(tool)),
    approve: approvePatterns(agent),
    spawn,
    canAsk: contract !== undefined,
  };
}
