import { createHash } from "node:crypto";
import { type Client, SdkHttpError } from "@modelcontextprotocol/client";
import { createMcpConnection, type McpConnection, type McpServer } from "./mcp-connection.ts";
import { objectSchema, type Tool, type ToolOutput, toolName } from "./tool.ts";

export type { McpServer } from "./mcp-connection.ts";

export interface McpTools {
  readonly tools: readonly Tool[];
  close(): Promise<void>;
}

/** Connects to an MCP server and offers its tools as `server__tool`. */
export async function connectMcp(name: string, server: McpServer, version: string): Promise<McpTools> {
  const connection = createMcpConnection(name, server, version);
  try {
    const { tools } = await (await connection.client()).listTools();
    const names = new Set<string>();
    return {
      tools: tools.map((tool) => mcpTool(connection, nameOf(`${name}__${tool.name}`, names), tool)),
      close: connection.close,
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

type ListedTool = Awaited<ReturnType<Client["listTools"]>>["tools"][number];

function mcpTool(connection: McpConnection, offeredAs: string, listed: ListedTool): Tool {
  const { name, description, inputSchema, annotations } = listed;
  return {
    name: offeredAs,
    description: description ?? name,
    inputSchema: objectSchema(inputSchema as Tool["inputSchema"]),
    // A server that declares a tool read-only or idempotent says that running it again does no harm.
    repeatable: annotations?.readOnlyHint === true || annotations?.idempotentHint === true,
    async run(input, { signal }) {
      const call = async (client: Client) => {
        signal.throwIfAborted();
        const params = { name, arguments: input as Record<string, unknown> };
        // The limit is the runtime's, and comes with the signal.
        return outputOf(await client.callTool(params, { signal, timeout: 2 ** 31 - 1 }));
      };
      const client = await connection.client();
      try {
        return await call(client);
      } catch (error) {
        // The server has forgotten our session, as after its restart, so it has not looked at the call.
        if (!(error instanceof SdkHttpError && error.status === 404)) throw error;
        connection.forget(client);
        return call(await connection.client());
      }
    },
  };
}

/** The name that models see: MCP allows more characters and longer names than providers do. */
function nameOf(given: string, taken: Set<string>): string {
  const plain = given.replace(/[^A-Za-z0-9_-]/g, "_");
  const mark = createHash("sha256").update(given).digest("hex").slice(0, 8);
  const name = toolName.test(plain) && !taken.has(plain) ? plain : `${plain.slice(0, 55)}_${mark}`;
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
