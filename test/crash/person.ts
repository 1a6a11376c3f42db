import { type ApiResponse, createApi } from "../support/api.ts";
import { type ServerEvent, serverEvents } from "../support/server-events.ts";
import type { ServerProcess } from "../support/server-process.ts";
import type { CrashHost } from "./crash-host.ts";

/** What a client of a person does while the server may die at any time. */
export interface Person {
  /** Sends a request; when the connection breaks, sends the same with the same `Idempotency-Key` to the next process. */
  post(key: string, path: string, body: unknown): Promise<ApiResponse["body"]>;
  /** Follows a conversation across reconnects, up to the first event from here on that matches. */
  event(conversationId: string, matches: (event: ServerEvent) => boolean): Promise<ServerEvent["data"]>;
  /** Every recorded event that came over the streams so far. */
  readonly seen: readonly ServerEvent[];
  /** Responses by the key of their request. */
  readonly acknowledged: ReadonlyMap<string, ApiResponse["body"]>;
  close(): Promise<void>;
}

/** Told of each acknowledgement, and of each step whose text begins to stream; it may kill the server then. */
export type Witness = (moment: string) => Promise<void>;

export function createPerson(host: CrashHost, witness: Witness = async () => {}): Person {
  const seen: ServerEvent[] = [];
  const acknowledged = new Map<string, ApiResponse["body"]>();
  const streams = new Map<string, AsyncGenerator<ServerEvent>>();

  async function* follow(conversationId: string): AsyncGenerator<ServerEvent> {
    while (true) {
      const server = await host.server();
      const last = seen.at(-1)?.id ?? "0";
      const headers = { authorization: `Bearer ${server.keys.answer}`, "last-event-id": last };
      try {
        yield* serverEvents(`${server.url}/v1/events?conversation=${conversationId}`, headers);
      } catch (error) {
        if (!isBroken(error)) throw error;
      }
      await host.death(server);
    }
  }

  async function send(server: ServerProcess, key: string, path: string, body: unknown) {
    try {
      return await createApi(server).post(path, body, { "idempotency-key": key });
    } catch (error) {
      if (!isBroken(error)) throw error;
      return undefined;
    }
  }

  return {
    seen,
    acknowledged,
    async post(key, path, body) {
      while (true) {
        const server = await host.server();
        const response = await send(server, key, path, body);
        if (response) {
          if (response.status >= 300) throw new Error(`${key}: ${JSON.stringify(response.body)}`);
          acknowledged.set(key, response.body);
          await witness(`${key} acknowledged`);
          return response.body;
        }
        await host.death(server);
      }
    },
    async event(conversationId, matches) {
      const stream = streams.get(conversationId) ?? follow(conversationId);
      streams.set(conversationId, stream);
      while (true) {
        const { value } = await stream.next();
        if (value.id !== undefined) seen.push(value);
        if (value.type === "text.streamed") await witness(`step ${value.data.step} streams`);
        if (matches(value)) return value.data;
      }
    },
    async close() {
      for (const stream of streams.values()) await stream.return(undefined);
    },
  };
}

/** Whether a connection was refused or broke, which is all that may go wrong when a server dies. */
function isBroken(error: unknown): boolean {
  return error instanceof TypeError && /fetch failed|terminated/.test(error.message);
}
