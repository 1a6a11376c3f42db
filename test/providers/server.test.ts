import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type AgentDefinition,
  createKeys,
  createSqliteStore,
  type McpServer,
  type ServerOptions,
  sha256Of,
  startServer,
} from "@askback/server";
import { expect, onTestFinished, test } from "vitest";
import { createApi } from "../support/api.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { anthropic } from "./wire/anthropic.ts";
import { openaiChat } from "./wire/openai-chat.ts";
import { type ProviderServer, startProviderServer } from "./wire/provider-server.ts";
import { ask } from "./wires.ts";

const fixture = new URL("../../packages/server/src/runtime/tool/testing/mcp-stdio.fixture.ts", import.meta.url);
const program: McpServer = {
  command: process.execPath,
  args: ["--conditions=@askback/source", fileURLToPath(fixture), "serve"],
};
const agent: AgentDefinition = { name: "worker", instructions: "Work.", model: anthropic.model };
const long = (name: string) => `${name}: ${"lorem ".repeat(175)}`;

test("[RUN-11] an agent uses the tools of an MCP server that the config names, and asks in between", async () => {
  const provider = await startProviderServer(anthropic);
  const { api } = await serve(provider, {
    agents: [{ ...agent, tools: ["test__*"] }],
    mcpServers: { test: program },
  });
  const echo = (words: string) => ({ name: "test__echo", input: { words } });
  provider.willSay({ calls: [echo("one"), ask("Go on?"), { name: "test__refuse", input: {} }] }, { text: "Done." });
  const { body } = await api.post("/v1/conversations", { agent: "worker", message: "Go." });
  const { data } = await api.event(body.id, ({ type }) => type === "inquiry.asked");
  await api.post(`/v1/inquiries/${data.inquiry.id}/answer`, { answers: [{ question: "q1", options: ["o2"] }] });
  await api.reached(body.id, "idle");
  expect(provider.told().slice(3)).toEqual([
    { role: "result", id: "call_1_1", text: "echo one" },
    { role: "result", id: "call_1_2", text: '{"answers":{"Go on?":"No"}}' },
    { role: "result", id: "call_1_3", text: "I will not." },
  ]);
});

test("[RUN-11] a server does not start with an MCP server that cannot be reached, and says which", async () => {
  const provider = await startProviderServer(anthropic);
  const starting = serve(provider, { agents: [agent], mcpServers: { files: { command: "no-such-program-anywhere" } } });
  await expect(starting).rejects.toThrow('the MCP server "files" could not be reached');
});

test("[RUN-10] a server does not start with an agent whose tools are not there, and says which", async () => {
  const provider = await startProviderServer(anthropic);
  const starting = serve(provider, { agents: [{ ...agent, tools: ["fly"] }] });
  await expect(starting).rejects.toThrow('no tool is named "fly"; there are: none');
});

test.each([anthropic, openaiChat])("[RUN-8] a screen shows everything after a compaction: $name", async (wire) => {
  const provider = await startProviderServer(wire);
  const { api } = await serve(provider, { agents: [{ ...agent, model: wire.model, contextWindow: 1_200 }] });
  provider.willSay({ calls: [ask("Shall I?")] }, { text: long("one") });
  const { body } = await api.post("/v1/conversations", { agent: "worker", message: long("first") });
  const { data } = await api.event(body.id, ({ type }) => type === "inquiry.asked");
  await api.post(`/v1/inquiries/${data.inquiry.id}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
  await api.reached(body.id, "idle");
  provider.willSay({ text: "They agreed." }, { text: long("two") });
  await api.post(`/v1/conversations/${body.id}/messages`, { text: long("second") });
  await api.event(body.id, ({ type }) => type === "transcript.compacted");
  await api.reached(body.id, "idle");
  expect(provider.told()[1]).toMatchObject({ role: "user", text: expect.stringContaining("They agreed.") });
  const { body: transcript } = await api.get(`/v1/conversations/${body.id}/transcript`);
  const words = JSON.stringify(transcript);
  for (const part of ["first: lorem", "Shall I?", "one: lorem", "second: lorem", "two: lorem"])
    expect(words).toContain(part);
  expect(words).not.toContain("They agreed.");
});

/** Starts a whole server in this process, whose agents' models are at a test's provider. */
async function serve(provider: ProviderServer, options: Pick<ServerOptions, "agents" | "mcpServers">) {
  const store = createSqliteStore({ folder: join(temporaryFolder(), "data") });
  onTestFinished(() => store.close());
  const settings = { apiKey: "key", baseURL: provider.baseURL };
  const server = await startServer({
    store,
    keys: createKeys([{ name: "owner", scopes: ["answer"], sha256: sha256Of("secret") }], "seed"),
    host: "127.0.0.1",
    port: 0,
    providers: { anthropic: settings, acme: settings },
    log: {
      requested() {},
      troubled() {},
      failed(what, error) {
        throw new Error(what, { cause: error });
      },
    },
    ...options,
  });
  onTestFinished(() => server.stop());
  return { api: createApi({ url: server.url, keys: { ask: "", answer: "secret" } }) };
}
