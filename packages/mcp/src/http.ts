import { randomUUID } from "node:crypto";
import { createMcpHandler, isInitializeRequest } from "@modelcontextprotocol/server";
import { cardCapabilities, showsCards } from "./card/apps.ts";
import { createMcpServer, type McpServerOptions } from "./server.ts";

/** Serves MCP by HTTP, each request by itself: nothing is kept between requests. */
export interface McpEndpoint {
  fetch(request: Request, options: McpServerOptions): Promise<Response>;
}

const sessionHeader = "mcp-session-id";
/** A client before 2026-07-28 says only once that it shows cards. The id of its session, which it sends again, says so from then on. */
const cardSession = "cards-";

export function createMcpEndpoint(onError: (error: Error) => void): McpEndpoint {
  return {
    async fetch(request, options) {
      const isCardSession = request.headers.get(sessionHeader)?.startsWith(cardSession) === true;
      const declared = isCardSession ? cardCapabilities : undefined;
      const startsCardSession = await declaresCards(request.clone());
      const { fetch } = createMcpHandler(({ era }) => createMcpServer({ ...options, declared }, era), {
        onerror: onError,
      });
      const response = await fetch(request);
      if (startsCardSession) response.headers.set(sessionHeader, `${cardSession}${randomUUID()}`);
      return response;
    },
  };
}

/** Whether this is the first request of an older client, which shows cards. */
async function declaresCards(request: Request): Promise<boolean> {
  const body: unknown = request.method === "POST" ? await request.json().catch(() => undefined) : undefined;
  return isInitializeRequest(body) && showsCards(body.params.capabilities);
}
