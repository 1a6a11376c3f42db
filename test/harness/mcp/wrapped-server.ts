import { appendFileSync } from "node:fs";
import { serve } from "@hono/node-server";
import { completable, createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";

// An MCP server with some of everything, to be served directly and behind the proxy. It records what runs in a file.
const [file = "", mode = "serve"] = process.argv.slice(2);
const record = (what: object) => appendFileSync(file, `${JSON.stringify(what)}\n`);
const text = (words: string) => ({ content: [{ type: "text" as const, text: words }] });
const note = z.strictObject({ title: z.string().min(1), body: z.string().optional() });

if (mode === "environment") record({ environment: Object.keys(process.env).sort() });

function createServer(): McpServer {
  const server = new McpServer(
    { name: "notes", version: "1.0.0" },
    { capabilities: { logging: {} }, instructions: "Keep notes short." },
  );
  server.registerTool("create_note", { description: "Creates a note.", inputSchema: note }, (input) => {
    record({ created: input });
    return text(`created ${input.title}`);
  });
  server.registerTool("delete_note", { inputSchema: z.object({ title: z.string() }) }, ({ title }) => {
    record({ deleted: title });
    return { ...text(`there is no ${title}`), isError: true };
  });
  server.registerTool(
    "count_notes",
    { inputSchema: z.object({ by: z.number().default(1) }), outputSchema: z.object({ count: z.number() }) },
    ({ by }) => ({ ...text(String(by * 2)), structuredContent: { count: by * 2 } }),
  );
  server.registerTool("report", { description: "Reports progress." }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    await mcpReq.log("info", "reporting");
    if (progressToken !== undefined)
      for (const progress of [1, 2])
        await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 2 } });
    // The client has read the notifications when it answers.
    await mcpReq.send({ method: "ping" });
    return text("reported");
  });
  for (const name of ["wait", "create_slowly"])
    server.registerTool(name, { description: "Waits until it is cancelled." }, ({ mcpReq }) => {
      record({ waiting: name });
      return new Promise((_resolve, reject) =>
        mcpReq.signal.addEventListener("abort", () => {
          record({ cancelled: name });
          reject(new Error("cancelled"));
        }),
      );
    });
  server.registerResource("readme", "notes://readme", { mimeType: "text/plain" }, ({ href }) => ({
    contents: [{ uri: href, text: "Read me" }],
  }));
  const argsSchema = z.object({
    tone: completable(z.string(), (value) => ["calm", "warm"].filter((tone) => tone.startsWith(value))),
  });
  server.registerPrompt("write", { argsSchema }, ({ tone }) => ({
    messages: [{ role: "user", content: { type: "text", text: `Write a ${tone} note` } }],
  }));
  return server;
}

/** Serves it by HTTP, to those who have the token. */
function serveHttp(): void {
  const handler = createMcpHandler(createServer);
  const fetch = (request: Request) =>
    request.headers.get("authorization") === "Bearer s3cret"
      ? handler.fetch(request)
      : new Response("no token", { status: 403 });
  serve({ fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) => record({ listening: port }));
}

if (mode === "http") serveHttp();
else serveStdio(createServer);
