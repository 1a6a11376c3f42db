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
import { createApi } from "../harness/server/api.ts";
import { temporaryFolder } from "../harness/server/temporary-folder.ts";
import { anthropic } from "./protocol/anthropic.ts";
import { openaiChat } from "./protocol/openai-chat.ts";
import { type ProviderServer, startProviderServer } from "./protocol/provider-server.ts";
import { ask } from "./provider-runtime.ts";

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
  provider.queueReplies(
    { calls: [echo("one"), ask("Go on?"), { name: "test__refuse", input: {} }] },
    { text: "Done." },
  );
  const { body } = await api.post("/v1/conversations", { agent: "worker", message: "Go." });
  const { data } = await api.waitForEvent(body.id, ({ type }) => type === "inquiry.asked");
  await api.post(`/v1/inquiries/${data.inquiry.id}/answer`, { answers: [{ question: "q1", options: ["o2"] }] });
  await api.waitForStatus(body.id, "idle");
  expect(provider.prompt().slice(3)).toEqual([
    { role: "result", id: "call_1_1", text: "echo one" },
    { role: "result", id: "call_1_2", text: '{"answers":{"Go on?":"No"}}' },
    { role: "result", id: "call_1_3", text: "I will not." },
  ]);
});

test("[FAILURE-6] an agent whose MCP server cannot be reached is alone unavailable, and everybody is told", async () => {
  const provider = await startProviderServer(anthropic);
  const keyless = { ...agent, name: "keyless", model: "openai/gpt-5" };
  const lost = { ...agent, name: "lost", model: "nowhere/large" };
  const { api, server, url } = await serve(provider, {
    agents: [agent, { ...agent, name: "filer", tools: ["files__*"] }, keyless, lost],
    mcpServers: { files: { command: "no-such-program-anywhere" } },
  });
  const unavailable = [
    { agent: "filer", kind: "tools", reason: 'the MCP server "files" cannot be reached' },
    { agent: "keyless", kind: "key", reason: "there is no API key for openai" },
    { agent: "lost", kind: "setup", reason: 'no provider is named "nowhere"' },
  ];
  expect(server.unavailable()).toMatchObject(unavailable);
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({
    status: "ready",
    unavailableAgents: ["filer", "keyless", "lost"],
  });
  const { body: listed } = await api.get("/v1/agents");
  expect(listed.items.map((item: { unavailable?: { kind: string } }) => item.unavailable?.kind)).toEqual([
    undefined,
    "tools",
    "key",
    "setup",
  ]);
  for (const { agent: name, reason } of unavailable) {
    const { status, body } = await api.post("/v1/conversations", { agent: name, message: "Go." });
    expect({ status, ...body }).toMatchObject({ status: 409, code: "agent-unavailable", detail: reason });
  }
  provider.queueReplies({ text: "Done." });
  const { body } = await api.post("/v1/conversations", { agent: "worker", message: "Go." });
  await api.waitForStatus(body.id, "idle");
});

test("[RUN-10] a server does not start with an agent whose tools are not there, and says which", async () => {
  const provider = await startProviderServer(anthropic);
  const starting = serve(provider, { agents: [{ ...agent, tools: ["fly"] }] });
  await expect(starting).rejects.toThrow('lists "fly" in tools, which is none; there are: none');
});

test.each([anthropic, openaiChat])(
  "[RUN-8] a transcript shows everything after a compaction: $name",
  async (protocol) => {
    const provider = await startProviderServer(protocol);
    const { api } = await serve(provider, { agents: [{ ...agent, model: protocol.model, contextWindow: 1_200 }] });
    provider.queueReplies({ calls: [ask("Shall I?")] }, { text: long("one") });
    const { body } = await api.post("/v1/conversations", { agent: "worker", message: long("first") });
    const { data } = await api.waitForEvent(body.id, ({ type }) => type === "inquiry.asked");
    await api.post(`/v1/inquiries/${data.inquiry.id}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
    await api.waitForStatus(body.id, "idle");
    provider.queueReplies({ text: "They agreed." }, { text: long("two") });
    await api.post(`/v1/conversations/${body.id}/messages`, { text: long("second") });
    await api.waitForEvent(body.id, ({ type }) => type === "transcript.compacted");
    await api.waitForStatus(body.id, "idle");
    expect(provider.prompt()[1]).toMatchObject({ role: "user", text: expect.stringContaining("They agreed.") });
    const { body: transcript } = await api.get(`/v1/conversations/${body.id}/transcript`);
    const words = JSON.stringify(transcript);
    for (const part of ["first: lorem", "Shall I?", "one: lorem", "second: lorem", "two: lorem"])
      expect(words).toContain(part);
    expect(words).not.toContain("They agreed.");
  },
);

/** Starts a whole server in this process, whose agents use the test's provider server. */
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
      request() {},
      failure() {},
      agents() {},
      foreignOrigin() {},
      error(what, error) {
        throw new Error(what, { cause: error });
      },
    },
    ...options,
  });
  onTestFinished(() => server.stop());
  return { server, url: server.url, api: createApi({ url: server.url, keys: { ask: "", answer: "secret" } }) };
}
