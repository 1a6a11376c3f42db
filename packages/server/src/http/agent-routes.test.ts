import { OpenAPIHono } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import type { AgentDefinition } from "../runtime/agent.ts";
import { addAgentRoutes } from "./agent-routes.ts";
import type { AppEnv } from "./route.ts";
import { createTestApp } from "./testing/test-app.ts";

const common = { instructions: "A secret.", model: "ollama/x" };
const definitions: readonly AgentDefinition[] = [
  { ...common, name: "guide", tools: ["weather", "files__*", "question", "update_todos"], approve: ["files__w*"] },
  { ...common, name: "lead", spawn: ["quiet"] },
  { ...common, name: "quiet", ask: false },
];

test("[HTTP-1] the agents are listed by name with what they can do, and nothing of their instructions", async () => {
  const app = new OpenAPIHono<AppEnv>();
  addAgentRoutes(app, { agents: new Map(definitions.map((agent) => [agent.name, agent])) });
  const text = await (await app.request("/v1/agents")).text();
  expect(text).not.toMatch(/secret|ollama/);
  expect(JSON.parse(text)).toEqual({
    items: [
      {
        name: "guide",
        contract: "question",
        tools: ["weather", "files__*", "update_todos"],
        approve: ["files__w*"],
        spawn: [],
        canAsk: true,
      },
      { name: "lead", contract: "ask_user_question", tools: [], approve: [], spawn: ["quiet"], canAsk: true },
      { name: "quiet", tools: [], approve: [], spawn: [], canAsk: false },
    ],
  });
});

test("[HTTP-1] any key lists the agents", async () => {
  const server = createTestApp();
  for (const as of ["owner", "agent"] as const)
    expect(await server.call("GET", "/v1/agents", { as })).toMatchObject({
      status: 200,
      body: { items: [{ name: "asker", contract: "ask_user_question", canAsk: true }] },
    });
  await server.close();
});
