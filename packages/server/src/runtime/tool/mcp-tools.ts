import type { Json } from "@askback/core";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Tool, ToolOutput } from "./tool.ts";

/** An MCP server whose tools agents can be given: a program to start, or an address. */
export type McpServer =
  | {
      readonly command: string;
      readonly args?: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
      readonly cwd?: string;
    }
  | { readonly url: string; readonly headers?: Readonly<Record<string, string>> };

export interface McpTools {
  readonly tools: readonly Tool[];
  close(): Promise<void>;
}

/** Connects to an MCP server and offers its tools as `server__tool`. */
export async function connectMcp(name: string, server: McpServer, version: string): Promise<McpTools> {
  const client = new Client({ name: "askback", version });
  try {
    await client.connect(transportTo(server));
    const { tools } = await client.listTools();
    return { tools: tools.map((tool) => mcpTool(client, name, tool)), close: () => client.close() };
  } catch (cause) {
    await client.close().catch(() => {});
    throw new Error(
      `the MCP server "${name}" could not be reached: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}

function transportTo(server: McpServer) {
  if ("url" in server) {
    return new StreamableHTTPClientTransport(
      new URL(server.url),
      server.headers ? { requestInit: { headers: { ...server.headers } } } : {},
    );
  }
  const { command, args = [], env, cwd } = server;
  return new StdioClientTransport({
    command,
    args: [...args],
    stderr: "ignore",
    ...(env && { env: { ...env } }),
    ...(cwd !== undefined && { cwd }),
  });
}

type ListedTool = Awaited<ReturnType<Client["listTools"]>>["tools"][number];

function mcpTool(client: Client, server: string, { name, description, inputSchema, annotations }: ListedTool): Tool {
  return {
    name: `${server}__${name}`,
    description: description ?? name,
    inputSchema: inputSchema as Tool["inputSchema"],
    // A server that declares a tool read-only or idempotent says that running it again does no harm.
    repeatable: annotations?.readOnlyHint === true || annotations?.idempotentHint === true,
    async run(input, { signal }) {
      const result = await client.callTool(
        { name, arguments: input as Record<string, unknown> },
        { signal, timeout: 2 ** 31 - 1 },
      );
      return outputOf(result);
    },
  };
}

function outputOf(result: {
  readonly content?: readonly { readonly type: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}): ToolOutput {
  const texts = (result.content ?? []).map((part) =>
    "text" in part && typeof part.text === "string" ? part.text : `[${part.type}]`,
  );
  const text = texts.length > 0 ? texts.join("\n") : JSON.stringify((result.structuredContent ?? null) as Json);
  return { ok: result.isError !== true, text };
}
