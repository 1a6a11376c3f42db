import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import {
  createMcpHandler,
  type McpServer,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { onTestFinished } from "vitest";

type Factory = () => McpServer | Server;
type Fetch = (request: Request) => Promise<Response>;

export interface HttpServer {
  readonly url: string;
  readonly port: number;
  /** Closes every connection and stops listening. */
  stop(): Promise<void>;
}

/** Serves MCP over Streamable HTTP on loopback, until the test ends. */
export async function serveHttp(fetch: Fetch, port = 0): Promise<HttpServer> {
  const { promise, resolve } = Promise.withResolvers<AddressInfo>();
  const server = serve({ fetch, hostname: "127.0.0.1", port }, resolve);
  const address = await promise;
  const stop = async () => {
    if (!server.listening) return;
    const closed = new Promise((done) => server.close(done));
    if ("closeAllConnections" in server) server.closeAllConnections();
    await closed;
  };
  onTestFinished(stop);
  return { url: `http://127.0.0.1:${address.port}/mcp`, port: address.port, stop };
}

/** Handles each request without a session, for both protocols or only for the newer one. */
export function stateless(factory: Factory, legacy: "stateless" | "reject" = "stateless"): Fetch {
  return createMcpHandler(() => factory(), { legacy }).fetch;
}

/** Keeps sessions in memory, so it does not know those of another instance. */
export function sessionful(factory: Factory): Fetch {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return async (request) => {
    const known = sessions.get(request.headers.get("mcp-session-id") ?? "");
    if (known) return known.handleRequest(request);
    if (request.headers.has("mcp-session-id")) return new Response("Session not found", { status: 404 });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await factory().connect(transport);
    return transport.handleRequest(request);
  };
}
