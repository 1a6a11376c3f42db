import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import type { Body, Refusal, SentReply, Told, Wire, WireReply, WireRequest } from "./wire.ts";

/** A loopback server that speaks a provider's protocol and refuses what the real one would refuse. */
export interface ProviderServer {
  readonly baseURL: string;
  readonly requests: readonly WireRequest[];
  /** What the model was told by the latest request, or by an earlier one. */
  told(request?: WireRequest): readonly Told[];
  /** What to say to the requests that come next, one each; what is missing is an error. */
  willSay(...replies: readonly WireReply[]): void;
  /** What to say, one each, to requests whose first message of a user holds these words. */
  willSayTo(words: string, ...replies: readonly WireReply[]): void;
  /** Requests longer than this are refused, as beyond the model's window. */
  setWindow(tokens: number): void;
  /** Settles when the client has gone away before the reply was complete. */
  readonly abandoned: Promise<void>;
  /** What a real server would have refused, and requests that nobody expected. */
  readonly violations: readonly string[];
}

/** Starts the server for one test, which fails if a request was not as the provider demands. */
export async function startProviderServer(wire: Wire): Promise<ProviderServer> {
  const { close, ...server } = await openProviderServer(wire);
  onTestFinished(close);
  return server;
}

export interface OpenProviderServer extends ProviderServer {
  /** Ends the server; throws if a request was not as the provider demands. */
  close(): void;
}

/** Starts a server for several tests, which must close it. */
export async function openProviderServer(wire: Wire): Promise<OpenProviderServer> {
  const script: WireReply[] = [];
  const scriptByWords = new Map<string, WireReply[]>();
  const sent: SentReply[] = [];
  const requests: WireRequest[] = [];
  const violations: string[] = [];
  const abandoned = Promise.withResolvers<void>();
  let window = Number.POSITIVE_INFINITY;

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on("close", () => {
      if (!response.writableFinished) abandoned.resolve();
    });
    const body = await bodyOf(message);
    const tokens = Math.ceil(JSON.stringify(body).length / 4);
    const request: WireRequest = { path: message.url ?? "", headers: message.headers, body, tokens };
    requests.push(request);
    const refusal = wire.path.test(request.path)
      ? wire.refusalOf(request, sent)
      : { status: 404, type: "not_found_error", message: `no such path: ${request.path}` };
    if (refusal) {
      violations.push(refusal.message);
      return refuse(response, refusal);
    }
    if (tokens > window) return refuse(response, wire.overflow(tokens, window));
    const reply = scriptFor(body).shift();
    if (!reply) {
      violations.push("a request came that nobody expected");
      return refuse(response, { status: 400, type: "invalid_request_error", message: "nothing is left to say" });
    }
    if (reply.refusal) return refuse(response, reply.refusal);
    const number = sent.length + 1;
    const calls = (reply.calls ?? []).map((call, index) => ({ ...call, id: call.id ?? `call_${number}_${index + 1}` }));
    const numbered: SentReply = { ...reply, number, calls };
    sent.push(numbered);
    await say(response, numbered);
  }

  function scriptFor(body: Body): WireReply[] {
    const first = wire.toldIn(body).find(({ role }) => role === "user");
    const words = [...scriptByWords.keys()].find((some) => first && "text" in first && first.text.includes(some));
    return (words !== undefined && scriptByWords.get(words)) || script;
  }

  async function say(response: ServerResponse, reply: SentReply): Promise<void> {
    const { head, tail } = wire.frames(reply);
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
    for (const frame of head) response.write(frame);
    await reply.hold;
    if (reply.breakOff === "drop") {
      // What was written must be on its way before the connection is cut.
      response.write("", () => setImmediate(() => response.destroy()));
      return;
    }
    if (reply.breakOff === "end") return void response.end();
    if (reply.breakOff) return void response.end(wire.errorFrame(reply.breakOff));
    for (const frame of tail) response.write(frame);
    response.end();
  }

  function refuse(response: ServerResponse, { status, headers, ...error }: Refusal): void {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(wire.errorBody(error)));
  }

  const server = createServer((message, response) => {
    answer(message, response).catch((error) => {
      violations.push(`the test's server failed: ${error}`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}${wire.basePath}`,
    requests,
    violations,
    abandoned: abandoned.promise,
    told: (request = requests.at(-1)) => (request ? joined(wire.toldIn(request.body)) : []),
    willSay: (...replies) => void script.push(...replies),
    willSayTo: (words, ...replies) => void scriptByWords.set(words, [...(scriptByWords.get(words) ?? []), ...replies]),
    setWindow(tokens) {
      window = tokens;
    },
    close() {
      server.closeAllConnections();
      server.close();
      expect(violations).toEqual([]);
    },
  };
}

/** Some protocols have one message for what others have several for. */
function joined(told: readonly Told[]): readonly Told[] {
  const messages: Told[] = [];
  for (const message of told) {
    const last = messages.at(-1);
    if (message.role !== "assistant" || last?.role !== "assistant") messages.push(message);
    else messages.splice(-1, 1, { ...last, text: last.text + message.text, calls: [...last.calls, ...message.calls] });
  }
  return messages;
}

async function bodyOf(message: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}
