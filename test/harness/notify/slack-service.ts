import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { checkBlocks } from "./slack-limits.ts";
import { acceptSockets, type ServerSocket } from "./socket-server.ts";
import { createWaiters } from "./waiters.ts";

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was sent
type Fields = Record<string, any>;

export interface SlackMessage extends Fields {
  readonly channel: string;
  readonly ts: string;
}

export interface SlackOptions {
  readonly port?: number;
  /** What a method answers instead: a status with headers, an error of Slack, or that it hangs. */
  respond?(method: string, fields: Fields): SlackFault | undefined;
}

export type SlackFault =
  | { readonly error: string }
  | { readonly status: number; readonly headers?: Record<string, string> }
  | { readonly held: Promise<void> }
  /** It is done, and nobody is told. */
  | { readonly lost: true }
  /** It is done, and whoever called waits for the answer. */
  | { readonly unanswered: Promise<void> };

/** Slack on loopback: its Web API, its socket, and people who press buttons. */
export interface SlackService {
  readonly apiUrl: string;
  readonly tokens: { readonly botToken: string; readonly appToken: string };
  /** The messages as they are shown now, oldest first. */
  readonly messages: readonly SlackMessage[];
  readonly calls: readonly { readonly method: string; readonly fields: Fields }[];
  readonly sockets: number;
  /** Sends a payload to one connection, or to a new one once there is one, and waits until it is confirmed. */
  send(payload: object, envelopeId?: string): Promise<Fields>;
  /** Waits until what happened here fulfils this. */
  until<Value>(find: () => Value | undefined | false): Promise<Value>;
  /** Tells the clients that their connection ends, as Slack does before it ends one. */
  refresh(): void;
  /** Cuts all connections. */
  cut(): void;
  close(): Promise<void>;
}

export const team = "T0ASKBACK";
/** The users of the workspace by their mail addresses. */
const slackUsers: Readonly<Record<string, string>> = { "ana@example.org": "U0ANA", "bob@example.org": "U0BOB" };

export async function startSlackService({ port = 0, respond }: SlackOptions = {}): Promise<SlackService> {
  const messages: SlackMessage[] = [];
  const calls: { method: string; fields: Fields }[] = [];
  const open: ServerSocket[] = [];
  const confirmed = new Map<string, Fields>();
  const { until, wake } = createWaiters();
  const tokens = { botToken: "xoxb-1-secret", appToken: "xapp-1-secret" };
  let posted = 0;

  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const method = request.url?.replace("/api/", "") ?? "";
    const fields = fieldsIn(Buffer.concat(chunks).toString());
    const fault = respond?.(method, fields);
    calls.push({ method, fields });
    wake();
    if (fault && "held" in fault) await fault.held;
    if (fault && "status" in fault) return void response.writeHead(fault.status, fault.headers).end();
    const token = method === "apps.connections.open" ? tokens.appToken : tokens.botToken;
    const isSignedIn = request.headers.authorization === `Bearer ${token}`;
    const result = !isSignedIn
      ? { ok: false, error: "invalid_auth" }
      : fault && "error" in fault
        ? { ok: false, error: fault.error }
        : perform(method, fields);
    if (fault && "lost" in fault) return void response.destroy();
    if (fault && "unanswered" in fault) {
      wake();
      await fault.unanswered;
    }
    response
      .writeHead(200, { "content-type": "application/json", "x-oauth-scopes": scopes })
      .end(JSON.stringify(result));
    wake();
  }

  function perform(method: string, fields: Fields): Fields {
    const wrong = checkBlocks(fields.blocks ?? fields.view?.blocks ?? []);
    if (wrong !== undefined) return { ok: false, error: "invalid_blocks", detail: wrong };
    switch (method) {
      case "auth.test":
        return { ok: true, team_id: team, team: "Askback", user: "askback" };
      case "apps.connections.open":
        return { ok: true, url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/socket` };
      case "users.lookupByEmail": {
        const id = slackUsers[fields.email];
        return id === undefined ? { ok: false, error: "users_not_found" } : { ok: true, user: { id } };
      }
      case "conversations.open":
        return Object.values(slackUsers).includes(fields.users)
          ? { ok: true, channel: { id: `D${fields.users}` } }
          : { ok: false, error: "user_not_found" };
      case "conversations.history":
        return { ok: true, messages: messages.filter(({ channel }) => channel === fields.channel).reverse() };
      case "chat.postMessage": {
        posted += 1;
        const ts = `17000000${String(posted).padStart(2, "0")}.000100`;
        messages.push({ ...fields, channel: fields.channel, ts });
        return { ok: true, channel: fields.channel, ts };
      }
      case "chat.update": {
        const index = messages.findIndex(({ channel, ts }) => channel === fields.channel && ts === fields.ts);
        const message = messages[index];
        if (!message) return { ok: false, error: "message_not_found" };
        messages[index] = { ...message, ...fields };
        return { ok: true };
      }
      default:
        return { ok: true };
    }
  }

  acceptSockets(server, {
    onOpen(socket) {
      open.push(socket);
      socket.send(JSON.stringify({ type: "hello", num_connections: open.length }));
      wake();
    },
    onText(_, text) {
      const { envelope_id, payload } = JSON.parse(text);
      confirmed.set(envelope_id, payload ?? {});
      wake();
    },
    onClose(socket) {
      if (open.includes(socket)) open.splice(open.indexOf(socket), 1);
      wake();
    },
  });

  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    tokens,
    messages,
    calls,
    get sockets() {
      return open.length;
    },
    async send(payload, envelopeId = randomUUID()) {
      const socket = await until(() => open.at(-1));
      confirmed.delete(envelopeId);
      socket.send(
        JSON.stringify({ type: "interactive", envelope_id: envelopeId, payload, accepts_response_payload: true }),
      );
      return until(() => confirmed.get(envelopeId));
    },
    until,
    refresh() {
      for (const socket of open) socket.send(JSON.stringify({ type: "disconnect", reason: "refresh_requested" }));
    },
    cut() {
      for (const socket of [...open]) socket.end();
    },
    close() {
      for (const socket of [...open]) socket.end();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const scopes = "chat:write,im:write,im:history,users:read,users:read.email";

/** Slack takes a form, with JSON in the fields that are no text. */
function fieldsIn(form: string): Fields {
  return Object.fromEntries(
    [...new URLSearchParams(form)].map(([name, value]) => {
      const isJson = ["blocks", "view", "metadata"].includes(name);
      return [name, isJson ? JSON.parse(value) : value];
    }),
  );
}
