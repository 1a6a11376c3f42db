import type * as wire from "@askback/core/wire";
import { OpenAPIHono } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import type { AgentDefinition } from "../../runtime/agent.ts";
import { owner } from "../access/api-keys.ts";
import type { AppEnv } from "../route.ts";
import { createTestApp } from "../testing/test-app.ts";
import { addAgentRoutes } from "./agents.ts";

const common = { instructions: "A secret.", model: "ollama/x" };
const definitions: readonly AgentDefinition[] = [
  { ...common, name: "guide", tools: ["weather", "files__*", "question", "update_todos"], approve: ["files__w*"] },
  { ...common, name: "lead", spawn: ["quiet"] },
  { ...common, name: "quiet", ask: false },
];

function profile(title: string, symbol: string, hue: number) {
  return { title, avatar: { symbol, hue }, examples: [], isSubAgent: false, isDemo: false };
}

test("[HTTP-1] the agents are listed by name with what they can do, and nothing of their instructions", async () => {
  const text = await (await requestAgents(definitions)).text();
  expect(text).not.toMatch(/secret|ollama/);
  expect(JSON.parse(text)).toEqual({
    items: [
      {
        name: "guide",
        ...profile("Guide", "G", 355),
        contract: "question",
        tools: ["weather", "files__*", "update_todos"],
        approve: ["files__w*"],
        spawn: [],
        canAsk: true,
      },
      {
        name: "lead",
        ...profile("Lead", "L", 217),
        contract: "ask_user_question",
        tools: [],
        approve: [],
        spawn: ["quiet"],
        canAsk: true,
      },
      {
        name: "quiet",
        ...profile("Quiet", "Q", 55),
        isSubAgent: true,
        tools: [],
        approve: [],
        spawn: [],
        canAsk: false,
      },
    ],
  });
});

/** The response to a person of the default project. */
async function requestAgents(agents: readonly AgentDefinition[]): Promise<Response> {
  const app = new OpenAPIHono<AppEnv>();
  app.use((context, next) => {
    context.set("principal", owner);
    return next();
  });
  addAgentRoutes(app, { agents: new Map(agents.map((agent) => [agent.name, agent])), whyUnavailable: () => undefined });
  return app.request("/v1/agents");
}

async function listAgents(...agents: readonly AgentDefinition[]) {
  const { items } = (await (await requestAgents(agents)).json()) as wire.List<wire.Agent>;
  return items;
}

test("[HTTP-9] an agent is listed with its title, description, avatar and examples; a title and an avatar derive from its name", async () => {
  const given = { title: "Trip planner", description: "Plans trips.", examples: ["A weekend away"], demo: true };
  const [planned, derived] = await listAgents(
    { ...common, ...given, name: "planner", avatar: { symbol: "🧭", hue: 266 } },
    { ...common, name: "release_manager", avatar: { hue: 20 } },
  );
  const { demo: isDemo, ...shown } = given;
  expect(planned).toMatchObject({ ...shown, isDemo, avatar: { symbol: "🧭", hue: 266 } });
  expect(derived).toMatchObject({ title: "Release manager", avatar: { symbol: "R", hue: 20 }, isDemo: false });
  expect(derived).not.toHaveProperty("description");
});

test("[HTTP-9] an agent that another one spawns is a sub-agent, unless it spawns others or its definition says otherwise", async () => {
  const agents = await listAgents(
    { ...common, name: "lead", spawn: ["reader", "writer", "deputy"] },
    { ...common, name: "reader" },
    { ...common, name: "writer", subAgent: false },
    { ...common, name: "deputy", spawn: ["lead"] },
    { ...common, name: "hidden", subAgent: true },
  );
  expect(agents.filter(({ isSubAgent }) => isSubAgent).map(({ name }) => name)).toEqual(["reader", "hidden"]);
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
