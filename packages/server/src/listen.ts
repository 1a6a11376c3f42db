import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";

/** How long a connection may take, in milliseconds. */
export interface ConnectionTimeouts {
  /** Until the headers of a request have arrived. */
  readonly headersMs: number;
  /** Without a byte of a body that has begun. */
  readonly stalledBodyMs: number;
  /** Until a whole request has arrived, however steadily it comes: long enough for the largest file over a slow line. */
  readonly requestMs: number;
  /** Idle between two requests: longer than a proxy keeps it, which would otherwise send into a closing connection. */
  readonly keepAliveMs: number;
  /** How often the times of requests under way are compared. */
  readonly checkMs: number;
}

const defaults: ConnectionTimeouts = {
  headersMs: 20_000,
  stalledBodyMs: 20_000,
  requestMs: 1_800_000,
  keepAliveMs: 75_000,
  checkMs: 5_000,
};

type Fetch = Parameters<typeof serve>[0]["fetch"];

export interface ListenOptions extends Partial<ConnectionTimeouts> {
  readonly host: string;
  readonly port: number;
}

export function listen(
  fetch: Fetch,
  options: ListenOptions,
): Promise<{ readonly server: Server; readonly address: AddressInfo }> {
  const { host, port, ...timeouts } = { ...defaults, ...options };
  const serverOptions = {
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionsCheckingInterval: timeouts.checkMs,
  };
  return new Promise((resolve, reject) => {
    const listening = serve({ fetch, hostname: host, port, serverOptions }, (address) => resolve({ server, address }));
    // Without `createServer` in its options `serve` creates a server of HTTP/1.
    const server = listening as Server;
    server.on("request", (incoming: IncomingMessage) => closeIfStalled(incoming, timeouts.stalledBodyMs));
    server.on("error", reject);
  });
}

/** Closes a connection on which a body has stopped to arrive: it would hold memory for as long as `requestMs`. */
function closeIfStalled(incoming: IncomingMessage, stalledMs: number): void {
  const { socket, headers } = incoming;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return;
  let seen = socket.bytesRead;
  function compare(): void {
    if (incoming.complete) return clearInterval(timer);
    if (socket.bytesRead === seen)
      socket.end("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n").destroySoon();
    seen = socket.bytesRead;
  }
  // After a pause of this process timers come first, and bytes that arrived meanwhile are read after them.
  const timer = setInterval(() => setImmediate(compare), stalledMs);
  timer.unref();
  incoming.once("close", () => clearInterval(timer));
}
