import { createMcpHandler } from "@modelcontextprotocol/server";
import { createMcpServer, type McpServerOptions } from "./server.ts";

/** Serves MCP by HTTP, each request by itself: nothing is kept between requests. */
export interface McpEndpoint {
  fetch(request: Request, options: McpServerOptions): Promise<Response>;
}

export function createMcpEndpoint(onError: (error: Error) => void): McpEndpoint {
  return {
    fetch(request, options) {
      const { fetch } = createMcpHandler(({ era }) => createMcpServer(options, era), { onerror: onError });
      return fetch(request);
    },
  };
}
