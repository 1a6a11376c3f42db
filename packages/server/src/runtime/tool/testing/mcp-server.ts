import { McpServer, Server } from "@modelcontextprotocol/server";
import * as z from "zod";

/** An MCP server with a tool for each kind of result. */
export function createTestMcpServer(record: (what: string) => void = () => {}): McpServer {
  const server = new McpServer({ name: "test", version: "1.0.0" });
  const text = (words: string) => ({ content: [{ type: "text" as const, text: words }] });

  server.registerTool(
    "echo",
    {
      description: "Says it again.",
      inputSchema: z.object({ words: z.string() }),
      annotations: { readOnlyHint: true },
    },
    ({ words }) => text(`echo ${words}`),
  );
  const numbers = z.object({ a: z.number(), b: z.number() });
  server.registerTool("add.numbers", { inputSchema: numbers }, ({ a, b }) => ({
    content: [],
    structuredContent: { sum: a + b },
  }));
  server.registerTool("add_numbers", { inputSchema: numbers }, ({ a, b }) => text(String(a + b)));
  server.registerTool("refuse", { description: "Refuses." }, () => ({ ...text("I will not."), isError: true }));
  server.registerTool("mute", { description: "Says nothing." }, () => ({ content: [] }));
  server.registerTool("show", { description: "Shows things.", annotations: { idempotentHint: true } }, () => ({
    content: [
      { type: "text", text: "Look:" },
      { type: "image", data: "AAAA", mimeType: "image/png" },
      { type: "resource", resource: { uri: "file:///a.txt", text: "inside a" } },
      { type: "resource", resource: { uri: "file:///b.bin", blob: "AAAA" } },
      { type: "resource_link", uri: "https://example.org/c", name: "c" },
    ],
  }));
  server.registerTool("wait", { description: "Waits until it is cancelled." }, ({ mcpReq }) => {
    record("wait started");
    return new Promise((_resolve, reject) => {
      mcpReq.signal.addEventListener("abort", () => {
        record("wait cancelled");
        reject(new Error("cancelled"));
      });
    });
  });
  server.registerTool("die", { description: "Ends its process." }, () => process.exit(3));
  return server;
}

/** A server that lists its tools in pages of two. */
export function createPagedMcpServer(count: number): Server {
  const server = new Server({ name: "paged", version: "1.0.0" }, { capabilities: { tools: {} } });
  const tools = Array.from({ length: count }, (_, index) => ({
    name: `tool${index + 1}`,
    inputSchema: { type: "object" as const },
  }));
  server.setRequestHandler("tools/list", ({ params }) => {
    const start = Number(params?.cursor ?? 0);
    const next = start + 2;
    return { tools: tools.slice(start, next), ...(next < count && { nextCursor: String(next) }) };
  });
  server.setRequestHandler("tools/call", ({ params }) => ({ content: [{ type: "text", text: `ran ${params.name}` }] }));
  return server;
}
