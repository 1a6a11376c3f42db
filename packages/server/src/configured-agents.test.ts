import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { configureAgents } from "./configured-agents.ts";
import { serveHttp, stateless } from "./runtime/tool/testing/mcp-http.ts";
import { createTestMcpServer } from "./runtime/tool/testing/mcp-server.ts";
import { defineTool } from "./runtime/tool/tool.ts";

const fixture = fileURLToPath(new URL("runtime/tool/testing/mcp-stdio.fixture.ts", import.meta.url));
const agent = { name: "filer", instructions: "Work.", model: "ollama/x", tools: ["files__*"] };

test("[FAILURE-6] an MCP server that can be reached later is connected by itself, and its agent is available then", async () => {
  const folder = mkdtempSync(join(tmpdir(), "askback-mcp-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const command = join(folder, "server");
  const connected = Promise.withResolvers<void>();
  const configured = await configureAgents({
    version: "0",
    agents: [agent],
    tools: [],
    providers: {},
    mcpServers: { files: { command } },
    retryMs: 20,
  });
  onTestFinished(() => configured.close());
  configured.onConnected(connected.resolve);
  expect(configured.unavailable()).toMatchObject([
    { agent: "filer", kind: "tools", detail: expect.stringContaining("ENOENT") },
  ]);
  expect(configured.whyUnavailable(agent)?.hint).toContain("mcpServers.files");

  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" --conditions=@askback/source "${fixture}" serve\n`);
  chmodSync(command, 0o700);
  await connected.promise;
  expect(configured.unavailable()).toEqual([]);
  expect(configured.toolbox.select(["files__*"]).map(({ name }) => name)).toContain("files__echo");
});

test("[FAILURE-6] a server that is connected while others are still waited for is connected once and is available", async () => {
  let listings = 0;
  let refusals = 0;
  const serve = stateless(createTestMcpServer);
  const files = await serveHttp(async (request) => {
    if (refusals++ < 1) return new Response("", { status: 503 });
    if ((await request.clone().text()).includes("tools/list")) listings += 1;
    return serve(request);
  });
  const silent = await serveHttp(() => new Promise<Response>(() => {}));
  const connected = Promise.withResolvers<void>();
  const configured = await configureAgents({
    version: "0",
    agents: [agent, { ...agent, name: "waiter", tools: ["silent__*"] }],
    tools: [],
    providers: {},
    mcpServers: { files: { url: files.url }, silent: { url: silent.url } },
    retryMs: 1,
    startMs: 300,
  });
  onTestFinished(() => configured.close());
  configured.onConnected(connected.resolve);
  if (configured.whyUnavailable(agent)) await connected.promise;
  expect(configured.unavailable()).toMatchObject([{ agent: "waiter" }]);
  expect(listings).toBe(1);
});

test("[FAILURE-6] a late server whose tools have names that are taken is left out, and later ones are used", async () => {
  const gates = { files: Promise.withResolvers<void>(), other: Promise.withResolvers<void>() };
  const serve = stateless(createTestMcpServer);
  const urlAfter = async (gate: Promise<void>) => ({
    url: (await serveHttp((request) => gate.then(() => serve(request)))).url,
  });
  const echo = defineTool({ name: "files__echo", description: "", input: z.object({}), run: () => "own" });
  const other = { ...agent, name: "other", tools: ["other__*"] };
  const configured = await configureAgents({
    version: "0",
    agents: [agent, other],
    tools: [echo],
    providers: {},
    mcpServers: { files: await urlAfter(gates.files.promise), other: await urlAfter(gates.other.promise) },
    startMs: 1,
  });
  onTestFinished(() => configured.close());
  for (const gate of [gates.files, gates.other]) {
    const connected = Promise.withResolvers<void>();
    configured.onConnected(connected.resolve);
    gate.resolve();
    await connected.promise;
  }
  expect(configured.unavailable()).toEqual([
    {
      agent: "filer",
      kind: "setup",
      reason: 'tools of the MCP server "files" have the names of other tools',
      hint: "give mcpServers.files another name in the config",
    },
  ]);
  expect(configured.toolbox.select(["files__*"])).toEqual([echo]);
  expect(configured.toolbox.select(["other__echo"])).toHaveLength(1);
});
