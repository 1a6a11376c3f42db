import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import type { TestApp } from "./test-app.ts";

/** Serves a test app on a free port of loopback; returns the port and a function that stops listening. */
export async function listen({ app }: TestApp): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 });
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = once(server, "close");
      server.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
      await closed;
    },
  };
}
