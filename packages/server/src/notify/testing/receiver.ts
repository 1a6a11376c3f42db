import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhooks on this machine. */
export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: readonly Received[];
  /** Resolves with the messages when there are so many. */
  until(isEnough: (received: readonly Received[]) => boolean): Promise<readonly Received[]>;
  close(): Promise<void>;
}

type Respond = (response: ServerResponse, received: Received) => void;

export async function startReceiver(
  respond: Respond = (response) => response.writeHead(204).end(),
  port = 0,
): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const message = { path: request.url ?? "", headers: request.headers, body };
    received.push(message);
    respond(response, message);
    for (const check of waiting) check();
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    port: address.port,
    received,
    until: (isEnough) =>
      new Promise((resolve) => {
        const check = () => {
          if (!isEnough(received)) return;
          waiting.delete(check);
          resolve(received);
        };
        waiting.add(check);
        check();
      }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** The message as the public library reads it; throws where the signature does not fit. */
export function verified({ body, headers }: Received, secret: string) {
  const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was sent
  return new Webhook(secret).verify(body, flat) as any;
}
