import { createHash } from "node:crypto";
import { type Client, SdkHttpError } from "@modelcontextprotocol/client";
import { createMcpConnection, type McpConnection, type McpServer } from "./mcp-connection.ts";
import { McpMismatch } from "./mcp-mismatch.ts";
import { presentInput } from "./presenter.ts";
import { type Tool, type ToolOutput, toObjectSchema, toolNamePattern } from "./tool.ts";

export type { McpServer } from "./mcp-connection.ts";

export interface McpTools {
  readonly tools: readonly Tool[];
  close(): Promise<void>;
}

/** Connects to an MCP server and offers its tools as `server__tool`. An abort ends the attempt. */
export async function connectMcp(
  name: string,
  server: McpServer,
  version: string,
  signal?: AbortSignal,
): Promise<McpTools> {
  const connection = createMcpConnection(name, server, version);
  const abort = () => void connection.close();
  signal?.addEventListener("abort", abort);
  try {
    const { tools } = await (await connection.client()).listTools();
    const names = new Set<string>();
    const presenters = presenterByName(name, server, tools);
    return {
      tools: tools.map((tool) => {
        const offered = mcpTool(connection, toToolName(`${name}__${tool.name}`, names), tool);
        const presenter = presenters.get(tool.name);
        return presenter
          ? { ...offered, present: async (input) => presentInput(presenter, input as McpInput) }
          : offered;
      }),
      close: connection.close,
    };
  } catch (error) {
    await connection.close();
    throw error;
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

type McpInput = Readonly<Record<string, unknown>>;

/** The presenters of a server's tools; throws for one of a tool that the server does not have. */
function presenterByName(server: string, { present = {} }: McpServer, tools: readonly ListedTool[]) {
  const names = tools.map(({ name }) => name);
  const unknown = Object.keys(present).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new McpMismatch(
      `the MCP server "${server}" has no tool "${unknown}" to present; it has: ${names.join(", ")}`,
    );
  return new Map(Object.entries(present));
}

type ListedTool = Awaited<ReturnType<Client["listTools"]>>["tools"][number];

function mcpTool(connection: McpConnection, offeredAs: string, listed: ListedTool): Tool {
  const { name, description, inputSchema, annotations } = listed;
  return {
    name: offeredAs,
    description: description ?? name,
    inputSchema: toObjectSchema(inputSchema as Tool["inputSchema"]),
    // A read-only or idempotent tool may run again.
    repeatable: annotations?.readOnlyHint === true || annotations?.idempotentHint === true,
    async run(input, { signal }) {
      const call = async (client: Client) => {
        signal.throwIfAborted();
        const params = { name, arguments: input as Record<string, unknown> };
        // The signal carries the time limit of the runtime.
        return outputOf(await client.callTool(params, { signal, timeout: 2 ** 31 - 1 }));
      };
      const client = await connection.client();
      try {
        return await call(client);
      } catch (error) {
        // The server does not know our session, as after a restart, so it has not executed the call.
        if (!(error instanceof SdkHttpError && error.status === 404)) throw error;
        connection.drop(client);
        return call(await connection.client());
      }
    },
  };
}

/** The name for providers: MCP allows more characters and longer names. */
function toToolName(given: string, taken: Set<string>): string {
  const plain = given.replace(/[^A-Za-z0-9_-]/g, "_");
  const hash = createHash("sha256").update(given).digest("hex").slice(0, 8);
  const name = toolNamePattern.test(plain) && !taken.has(plain) ? plain : `${plain.slice(0, 55)}_${hash}`;
  taken.add(name);
  return name;
}

type CallResult = Awaited<ReturnType<Client["callTool"]>>;

function outputOf({ content = [], structuredContent, isError }: Partial<CallResult>): ToolOutput {
  const isOnlyStructured = content.length === 0 && structuredContent !== undefined;
  const text = isOnlyStructured ? JSON.stringify(structuredContent) : content.map(contentText).join("\n");
  return { ok: isError !== true, text };
}

function contentText(part: CallResult["content"][number]): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "resource":
      return "text" in part.resource ? part.resource.text : `[resource ${part.resource.uri}]`;
    case "resource_link":
      return `[${part.name}](${part.uri})`;
    case "image":
    case "audio":
      return `[${part.type}, ${part.mimeType}]`;
  }
}
