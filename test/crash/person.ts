import type { Event } from "@askback/core";
import { type ApiResponse, createApi } from "../harness/server/api.ts";
import { type ServerEvent, serverEvents } from "../harness/server/server-events.ts";
import type { ServerProcess } from "../harness/server/server-process.ts";
import type { CrashHost } from "./crash-host.ts";
import { conversationName, eventName } from "./event-names.ts";

/** A client that keeps working while the server may die at any time. */
export interface Person {
  /** Sends a request; when the connection breaks, sends the same with the same `Idempotency-Key` to the next process. */
  post(key: string, path: string, body: unknown, as?: string): Promise<ApiResponse["body"]>;
  /** Asks as a program does that runs elsewhere, again and again under the same key until a server answers. */
  ask(name: string, body: object): Promise<ApiResponse["body"]>;
  /** Changes what the program asked, and returns the new revision. */
  amend(inquiryId: string, body: object): Promise<number>;
  /** Takes back what the program asked. */
  withdraw(inquiryId: string): Promise<void>;
  /** Deletes a conversation; when the connection breaks, deletes it again, if it is still there. */
  delete(conversationId: string): Promise<void>;
  /** Follows conversations across reconnects, up to the first event from here on that matches. */
  event(conversations: Followed, matches: (event: ServerEvent) => boolean): Promise<ServerEvent["data"]>;
  /** Follows conversations until events of these names have come. */
  events(conversations: Followed, ...names: readonly string[]): Promise<void>;
  /** Every recorded event that came over the streams so far. */
  readonly seen: readonly ServerEvent[];
  /** Responses by the key of their request. */
  readonly acknowledged: ReadonlyMap<string, ApiResponse["body"]>;
  close(): Promise<void>;
}

/** One conversation, or several in one stream. */
type Followed = string | readonly string[];

/** Called at each acknowledgement and when the text of a step begins to stream; it may kill the server then. */
export type Observer = (moment: string) => Promise<void>;

export function createPerson(host: CrashHost, observe: Observer = async () => {}): Person {
  const seen: ServerEvent[] = [];
  const acknowledged = new Map<string, ApiResponse["body"]>();
  const streams = new Map<string, AsyncGenerator<ServerEvent>>();
  /** A stream that broke unread reports that only when it is closed, and must not be opened again then. */
  let isClosed = false;

  async function* follow(conversations: Followed): AsyncGenerator<ServerEvent> {
    const query = [conversations].flat().map((id) => `conversation=${id}`);
    let last = "0";
    while (!isClosed) {
      const server = await host.server();
      const headers = { authorization: `Bearer ${server.keys.answer}`, "last-event-id": last };
      try {
        for await (const event of serverEvents(`${server.url}/v1/events?${query.join("&")}`, headers)) {
          last = event.id ?? last;
          yield event;
        }
      } catch (error) {
        if (!isBroken(error)) throw error;
      }
      await host.death(server);
    }
  }

  /** Sends a request to one process after the other, until one of them answers. */
  async function sendUntilAnswered(
    send: (server: ServerProcess) => Promise<ApiResponse>,
  ): Promise<{ response: ApiResponse; isRepeat: boolean }> {
    for (let isRepeat = false; ; isRepeat = true) {
      const server = await host.server();
      try {
        return { response: await send(server), isRepeat };
      } catch (error) {
        if (!isBroken(error)) throw error;
      }
      await host.death(server);
    }
  }

  async function acknowledge(key: string, { body }: ApiResponse): Promise<ApiResponse["body"]> {
    acknowledged.set(key, body);
    await observe(`${key} acknowledged`);
    return body;
  }

  const person: Person = {
    seen,
    acknowledged,
    async post(key, path, body, as) {
      const { response } = await sendUntilAnswered((server) =>
        createApi(server, as).post(path, body, { "idempotency-key": key }),
      );
      if (response.status >= 300) throw new Error(`${key}: ${JSON.stringify(response.body)}`);
      return acknowledge(key, response);
    },
    async ask(name, body) {
      const { response } = await sendUntilAnswered((server) => programOf(server).post("/v1/inquiries", body));
      if (response.status >= 300) throw new Error(`${name}: ${JSON.stringify(response.body)}`);
      await observe(`${name} acknowledged`);
      return response.body;
    },
    async amend(inquiryId, body) {
      const { response, isRepeat } = await sendUntilAnswered((server) =>
        programOf(server).patch(`/v1/inquiries/${inquiryId}`, body),
      );
      const isDone = isRepeat && response.body.code === "revision-changed";
      if (response.status !== 200 && !isDone) throw new Error(`amend: ${JSON.stringify(response.body)}`);
      return response.body.revision;
    },
    async withdraw(inquiryId) {
      const headers = { "idempotency-key": `withdraw ${inquiryId}` };
      const { response } = await sendUntilAnswered((server) =>
        programOf(server).post(`/v1/inquiries/${inquiryId}/withdraw`, undefined, headers),
      );
      if (response.status !== 202) throw new Error(`withdraw: ${JSON.stringify(response.body)}`);
    },
    async delete(conversationId) {
      const { response, isRepeat } = await sendUntilAnswered((server) =>
        createApi(server).delete(`/v1/conversations/${conversationId}`),
      );
      const isGone = isRepeat && response.status === 404;
      if (response.status !== 204 && !isGone) throw new Error(`delete: ${JSON.stringify(response.body)}`);
      await acknowledge("delete", response);
    },
    async event(conversations, matches) {
      const key = String(conversations);
      const stream = streams.get(key) ?? follow(conversations);
      streams.set(key, stream);
      while (true) {
        const { value } = await stream.next();
        if (value.id !== undefined) seen.push(value);
        if (value.type === "text.streamed") await observe(streamingOf(value));
        if (matches(value)) return value.data;
      }
    },
    async events(conversations, ...names) {
      const missing = new Set(names);
      for (const event of seen) missing.delete(nameOf(event));
      while (missing.size > 0) await person.event(conversations, (event) => missing.delete(nameOf(event)));
    },
    async close() {
      isClosed = true;
      for (const stream of streams.values()) await stream.return(undefined);
    },
  };
  return person;
}

function nameOf({ id, data }: ServerEvent): string {
  return id === undefined ? "" : eventName(conversationName(data.conversationId), data as Event);
}

/** "step 1 streams", or "child 1 step 1 streams". */
function streamingOf({ data: { conversationId, step } }: ServerEvent): string {
  const name = conversationName(conversationId);
  return `${name === "main" ? "" : `${name} `}step ${step} streams`;
}

/** The API as a program uses it that runs elsewhere. */
function programOf(server: ServerProcess) {
  return createApi(server, server.keys.ask);
}

/** Whether a connection was refused or broke, which is all that may go wrong when a server dies. */
function isBroken(error: unknown): boolean {
  return error instanceof TypeError && /fetch failed|terminated/.test(error.message);
}
