import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";

export interface Loopback {
  readonly url: string;
  /** The bodies of the requests to the model, oldest first. */
  readonly requests: readonly string[];
  close(): void;
}

/** What a model replies: text, or calls of tools. */
export interface Reply {
  readonly text?: string;
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly input: object }[];
}

/** Replies to a request by what it contains. */
// biome-ignore lint/suspicious/noExplicitAny: the body is what the client sends
export type Model = (body: any) => Reply;

/** A server on this machine that speaks one path of a model's API, and knows nothing else. */
export async function startLoopback(
  path: string,
  // biome-ignore lint/suspicious/noExplicitAny: the body is what the client sends
  respond: (body: any, response: ServerResponse) => void,
): Promise<Loopback> {
  const requests: string[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== "POST" || new URL(request.url ?? "/", "http://127.0.0.1").pathname !== path) {
      response.writeHead(404, { "content-type": "application/json" }).end("{}");
      return;
    }
    const body = await json(request);
    requests.push(JSON.stringify(body));
    respond(body, response);
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Sends server-sent events and ends the response. */
export function sendEvents(
  response: ServerResponse,
  events: readonly { readonly event?: string; readonly data: unknown }[],
) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const { event, data } of events) {
    if (event !== undefined) response.write(`event: ${event}\n`);
    response.write(`data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
  }
  response.end();
}
