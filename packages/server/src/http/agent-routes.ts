import { contractNames } from "@askback/core";
import * as wire from "@askback/core/wire";
import { z } from "@hono/zod-openapi";
import { type AgentDefinition, contractOf } from "../runtime/agent.ts";
import { respond } from "./idempotency.ts";
import { type App, addRoute } from "./route.ts";
import type { Services } from "./services.ts";

export function addAgentRoutes(app: App, { agents }: Pick<Services, "agents">): void {
  addRoute(
    app,
    {
      tag: "Agents",
      method: "get",
      path: "/v1/agents",
      summary: "List the configured agents",
      scope: "any",
      status: 200,
      response: z.object({ items: z.array(wire.Agent) }),
    },
    (context) => respond(context, { status: 200, body: { items: [...agents.values()].map(agentView) } }),
  );
}

/** Names only: instructions are between the agent and who wrote it. */
function agentView(agent: AgentDefinition) {
  const { name, tools = [], approve = [], spawn = [] } = agent;
  const contract = contractOf(agent);
  return {
    name,
    ...(contract !== undefined && { contract }),
    tools: tools.filter((tool) => !contractNames.includes(tool)),
    approve,
    spawn,
    canAsk: contract !== undefined,
  };
}
