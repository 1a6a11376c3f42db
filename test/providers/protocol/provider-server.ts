import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import type {
  Body,
  PromptMessage,
  ProviderProtocol,
  ProviderReply,
  ProviderRequest,
  Refusal,
  SentReply,
} from "./protocol.ts";

/** A loopback server that speaks a provider's protocol and refuses what the real one would refuse. */
export interface ProviderServer {
  readonly baseURL: string;
  readonly requests: readonly ProviderRequest[];
  /** The prompt of the latest request, or of an earlier one. */
  prompt(request?: ProviderRequest): readonly PromptMessage[];
  /** Replies to the next requests, one each; a request without a reply is a violation. */
  queueReplies(...replies: readonly ProviderReply[]): void;
  /** Replies, one each, to requests whose first user message contains these words. */
  queueRepliesTo(words: string, ...replies: readonly ProviderReply[]): void;
  /** Requests longer than this are refused, as beyond the model's window. */
  setWindow(tokens: number): void;
  /** Resolves when a client has disconnected before the reply was complete. */
  readonly abandoned: Promise<void>;
  /** Requests that a real server would have refused, and requests without a reply. */
  readonly violations: readonly string[];
}

/** Starts the server for one test, which fails if a request violated the protocol. */
export async function startProviderServer(protocol: ProviderProtocol): Promise<ProviderServer> {
  const { close, ...server } = await openProviderServer(protocol);
  onTestFinished(close);
  return server;
}

export interface OpenProviderServer extends ProviderServer {
  /** Ends the server; throws if a request violated the protocol. */
  close(): void;
}

/** Starts a server for several tests, which must close it. */
export async function openProviderServer(protocol: ProviderProtocol): Promise<OpenProviderServer> {
  const script: ProviderReply[] = [];
  const scriptByWords = new Map<string, ProviderReply[]>();
  const sent: SentReply[] = [];
  const requests: ProviderRequest[] = [];
  const violations: string[] = [];
  const abandoned = Promise.withResolvers<void>();
  let window = Number.POSITIVE_INFINITY;

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on("close", () => {
      if (!response.writableFinished) abandoned.resolve();
    });
    const body = await bodyOf(message);
    const tokens = Math.ceil(JSON.stringify(body).length / 4);
    const request: ProviderRequest = { path: message.url ?? "", headers: message.headers, body, tokens };
    requests.push(request);
    const refusal = protocol.path.test(request.path)
      ? protocol.refusalOf(request, sent)
      : { status: 404, type: "not_found_error", message: `no such path: ${request.path}` };
    if (refusal) {
      violations.push(refusal.message);
      return refuse(response, refusal);
    }
    if (tokens > window) return refuse(response, protocol.overflow(tokens, window));
    const reply = scriptFor(body).shift();
    if (!reply) {
      violations.push("a request came for which there was no reply");
      return refuse(response, { status: 400, type: "invalid_request_error", message: "no reply is left" });
    }
    if (reply.refusal) return refuse(response, reply.refusal);
    const number = sent.length + 1;
    const calls = (reply.calls ?? []).map((call, index) => ({ ...call, id: call.id ?? `call_${number}_${index + 1}` }));
    const numbered: SentReply = { ...reply, number, calls };
    sent.push(numbered);
    await say(response, numbered);
  }

  function scriptFor(body: Body): ProviderReply[] {
    const first = protocol.messagesIn(body).find(({ role }) => role === "user");
    const words = [...scriptByWords.keys()].find((some) => first && "text" in first && first.text.includes(some));
    return (words !== undefined && scriptByWords.get(words)) || script;
  }

  async function say(response: ServerResponse, reply: SentReply): Promise<void> {
    const { head, tail } = protocol.frames(reply);
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
    for (const frame of head) response.write(frame);
    await reply.hold;
    if (reply.breakOff === "drop") {
      // The written data must be sent before the connection is closed.
      response.write("", () => setImmediate(() => response.destroy()));
      return;
    }
    if (reply.breakOff === "end") return void response.end();
    if (reply.breakOff) return void response.end(protocol.errorFrame(reply.breakOff));
    for (const frame of tail) response.write(frame);
    response.end();
  }

  function refuse(response: ServerResponse, { status, headers, ...error }: Refusal): void {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(protocol.errorBody(error)));
  }

  const server = createServer((message, response) => {
    answer(message, response).catch((error) => {
      violations.push(`the test's server failed: ${error}`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}${protocol.basePath}`,
    requests,
    violations,
    abandoned: abandoned.promise,
    prompt: (request = requests.at(-1)) => (request ? joinReplies(protocol.messagesIn(request.body)) : []),
    queueReplies: (...replies) => void script.push(...replies),
    queueRepliesTo: (words, ...replies) =>
      void scriptByWords.set(words, [...(scriptByWords.get(words) ?? []), ...replies]),
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

/** Some protocols split a reply of the model into several messages. */
function joinReplies(prompt: readonly PromptMessage[]): readonly PromptMessage[] {
  const messages: PromptMessage[] = [];
  for (const message of prompt) {
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
