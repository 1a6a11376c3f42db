import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A proxy in front of the server through which the response to an ask can be lost: the server has the question, and its asker does not know it. */
export interface Gate {
  readonly url: string;
  /** How many asks the server has accepted. */
  readonly asks: number;
  /** Loses the response to the next ask, and waits until there is one; the asker goes on waiting, or the connection breaks off. */
  loseResponse(how: "wait" | "break"): Promise<void>;
  /** Waits until the response to an ask, from now on, was passed on. */
  nextAsk(): Promise<void>;
  close(): void;
}

export async function startGate(target: string): Promise<Gate> {
  let asks = 0;
  const losers: ((outgoing: ServerResponse) => void)[] = [];
  const waiting: (() => void)[] = [];

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method, url: path = "/", headers } = incoming;
    const body = await buffer(incoming);
    const forwarded = request(new URL(path, target), { method, headers: { ...headers, host: new URL(target).host } });
    forwarded.end(body);
    const [response] = (await once(forwarded, "response")) as [IncomingMessage];
    const content = await buffer(response);
    if (method === "POST" && path === "/v1/inquiries" && (response.statusCode ?? 500) < 300) {
      asks += 1;
      const lose = losers.shift();
      if (lose) return lose(outgoing);
      outgoing.once("finish", () => {
        for (const tell of waiting.splice(0)) tell();
      });
    }
    outgoing.writeHead(response.statusCode ?? 502, response.headers).end(content);
  }

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get asks() {
      return asks;
    },
    loseResponse: (how) =>
      new Promise((resolve) => {
        losers.push((outgoing) => {
          if (how === "break") outgoing.destroy();
          resolve();
        });
      }),
    nextAsk: () => new Promise((resolve) => waiting.push(resolve)),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
