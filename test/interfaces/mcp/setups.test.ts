import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, test } from "vitest";
import { snippetsOf } from "../../harness/docs/snippets.ts";
import { program, startServerProcess } from "../../harness/server/server-process.ts";

const main = fileURLToPath(new URL("../../../packages/mcp/src/main.ts", import.meta.url));

interface Setup {
  readonly command?: string | readonly string[];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}

const setups = snippetsOf("docs/start/mcp.md")
  .filter(({ language }) => language === "json")
  .map(({ code }) => JSON.parse(code))
  .map((config): Setup => (config.mcpServers ?? config.mcp).askback)
  .filter(({ command }) => command !== undefined);

async function toolsOf(args: readonly string[], env: Readonly<Record<string, string>>, cwd: string) {
  const client = new Client({ name: "setup", version: "1" });
  const command = { command: process.execPath, args: ["--conditions=@askback/source", ...args] };
  await client.connect(new StdioClientTransport({ ...command, cwd, env: { PATH: process.env.PATH ?? "", ...env } }));
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

const names = ["ask_user_question", "AskUserQuestion", "get_answer"];

test("[MCP-1] [MCP-14] the set-ups of the docs start the server, and so does `askback mcp` beside a data folder", async () => {
  expect(setups).toHaveLength(2);
  for (const { command = [], args = [], env, environment } of setups) {
    expect([command, args].flat(2)).toEqual(["npx", "-y", "@askback/mcp"]);
    expect(await toolsOf([main], { ...env, ...environment }, "/")).toEqual(names);
  }
  const server = await startServerProcess();
  expect(await toolsOf([program, "mcp"], { ASKBACK_DATA_DIR: server.dataDir }, "/")).toEqual(names);
  await server.stop();
});
