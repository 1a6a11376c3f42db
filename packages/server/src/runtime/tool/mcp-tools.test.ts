import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import type { McpServer } from "./mcp-connection.ts";
import { connectMcp } from "./mcp-tools.ts";
import { serveHttp, sessionful, stateless } from "./testing/mcp-http.ts";
import { createPagedMcpServer, createTestMcpServer } from "./testing/mcp-server.ts";
import { noSecret } from "./testing/no-secret.ts";
import { type Tool, toolNamePattern } from "./tool.ts";

const fixture = fileURLToPath(new URL("./testing/mcp-stdio.fixture.ts", import.meta.url));
const stdio = (era: string): McpServer => ({
  command: process.execPath,
  args: ["--conditions=@askback/source", fixture, era],
});
const http = async (fetch: Parameters<typeof serveHttp>[0]): Promise<McpServer> => ({
  url: (await serveHttp(fetch)).url,
});

const servers: readonly (readonly [string, () => Promise<McpServer>])[] = [
  ["stdio", async () => stdio("serve")],
  ["stdio, of the later protocol only", async () => stdio("reject")],
  ["HTTP, each request by itself", () => http(stateless(createTestMcpServer))],
  ["HTTP, of the later protocol only", () => http(stateless(createTestMcpServer, "reject"))],
  ["HTTP with sessions", () => http(sessionful(createTestMcpServer))],
];

describe.each(servers)("%s", (_, server) => {
  test("[RUN-11] tools are offered under the server's name and can be called", async () => {
    const { tools, run } = await connect(await server());
    expect(tools.map(({ name }) => name)).toEqual([
      "test__echo",
      "test__add_numbers",
      expect.stringMatching(/^test__add_numbers_[0-9a-f]{8}$/),
      "test__refuse",
      "test__mute",
      "test__show",
      "test__wait",
      "test__die",
    ]);
    expect(tools.every(({ name }) => toolNamePattern.test(name))).toBe(true);
    expect(tools[0]).toMatchObject({
      description: "Says it again.",
      repeatable: true,
      inputSchema: { type: "object", properties: { words: { type: "string" } }, required: ["words"] },
    });
    expect(tools.map(({ repeatable }) => repeatable)).toEqual([true, false, false, false, false, true, false, false]);
    await expect(run("test__echo", { words: "hello" })).resolves.toEqual({ ok: true, text: "echo hello" });
    await expect(run("test__add_numbers", { a: 1, b: 2 })).resolves.toEqual({ ok: true, text: '{"sum":3}' });
    await expect(run(tools[2]?.name ?? "", { a: 1, b: 2 })).resolves.toEqual({ ok: true, text: "3" });
    await expect(run("test__refuse")).resolves.toEqual({ ok: false, text: "I will not." });
    await expect(run("test__mute")).resolves.toEqual({ ok: true, text: "" });
    await expect(run("test__show")).resolves.toEqual({
      ok: true,
      text: "Look:\n[image, image/png]\ninside a\n[resource file:///b.bin]\n[c](https://example.org/c)",
    });
  });

  test("[RUN-11] an input that the server refuses is an error for the model", async () => {
    const { run } = await connect(await server());
    const refused = await run("test__echo", { words: 5 }).catch((error: Error) => ({ ok: false, text: error.message }));
    expect(refused).toEqual({ ok: false, text: expect.stringMatching(/words/) });
  });
});

test("[RUN-11] all pages of a server's tools are read", async () => {
  const { tools, run } = await connect(await http(stateless(() => createPagedMcpServer(7))));
  expect(tools.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5, 6, 7].map((number) => `test__tool${number}`));
  expect(tools[0]).toMatchObject({ description: "tool1", inputSchema: { type: "object", properties: {} } });
  await expect(run("test__tool7")).resolves.toEqual({ ok: true, text: "ran tool7" });
});

test("[RUN-11] tool names that are too long or equal are made unique", async () => {
  const { tools } = await connect(await http(stateless(createTestMcpServer)), "s".repeat(60));
  expect(new Set(tools.map(({ name }) => name)).size).toBe(8);
  expect(tools.every(({ name }) => toolNamePattern.test(name))).toBe(true);
});

test("[APPROVAL-5] the config of a server says how the inputs of its tools are shown", async () => {
  const present = { echo: { title: "Say {words}?", command: ({ words }: { words?: unknown }) => `echo ${words}` } };
  const { tools } = await connect({ ...(await http(stateless(createTestMcpServer))), present });
  await expect(tools[0]?.present?.({ words: "hello" })).resolves.toEqual({
    title: "Say hello?",
    command: "echo hello",
  });
  expect(tools.slice(1).every((tool) => tool.present === undefined)).toBe(true);
});

test("[APPROVAL-10] a presentation of a tool that the server does not have is refused", async () => {
  const server = { ...(await http(stateless(createTestMcpServer))), present: { ehco: { title: "Say {words}?" } } };
  await expect(connect(server)).rejects.toThrow('the MCP server "test" has no tool "ehco" to present; it has: echo, ');
});

test("[RUN-11] configured headers are sent", async () => {
  const seen: (string | null)[] = [];
  const handle = stateless(createTestMcpServer);
  const { url } = await serveHttp((request) => {
    seen.push(request.headers.get("authorization"));
    return handle(request);
  });
  await connect({ url, headers: { authorization: "Bearer secret" } });
  expect(new Set(seen)).toEqual(new Set(["Bearer secret"]));
});

async function connect(server: McpServer, name = "test") {
  const { tools, close } = await connectMcp(name, server, "0.0.0");
  onTestFinished(close);
  const { signal } = new AbortController();
  const run = async (tool: string, input: Parameters<Tool["run"]>[0] = {}) => {
    const found = tools.find((other) => other.name === tool);
    if (!found) throw new Error(`there is no ${tool}`);
    return found.run(input, { conversationId: "conv_a", callId: "call_a", signal, secret: noSecret });
  };
  return { tools, run };
}
