import { type ServerEvent, serverEvents } from "./server-events.ts";
import type { ServerProcess } from "./server-process.ts";

export interface ApiResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server sent
  readonly body: any;
  readonly headers: Headers;
}

export interface Api {
  get(path: string): Promise<ApiResponse>;
  post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<ApiResponse>;
  /** Uploads a file under a name, with the type that the client says. */
  upload(bytes: Uint8Array, name: string, type?: string): Promise<ApiResponse>;
  put(path: string, body: unknown): Promise<ApiResponse>;
  patch(path: string, body: unknown): Promise<ApiResponse>;
  delete(path: string): Promise<ApiResponse>;
  /** Starts a conversation whose model gives these replies, and returns its id. */
  start(agent: string, script: readonly unknown[]): Promise<string>;
  /** Waits for the first event of a conversation that matches, replayed or live. */
  waitForEvent(conversationId: string, matches: (event: ServerEvent) => boolean): Promise<ServerEvent>;
  /** Waits until a conversation has this status, and returns it. */
  waitForStatus(conversationId: string, status: string): Promise<ApiResponse["body"]>;
}

/** The HTTP API, called with the answering key unless another one is given. */
export function createApi(server: Pick<ServerProcess, "url" | "keys">, key = server.keys.answer): Api {
  const authorization = `Bearer ${key}`;
  async function request(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ApiResponse> {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { authorization, ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: /json/.test(response.headers.get("content-type") ?? "") ? JSON.parse(text) : text,
    };
  }
  const api: Api = {
    get: (path) => request("GET", path),
    post: (path, body, headers) => request("POST", path, body, headers),
    upload: (bytes, name, type = "application/octet-stream") =>
      request("POST", "/v1/files", bytes, { "content-type": type, "file-name": encodeURIComponent(name) }),
    put: (path, body) => request("PUT", path, body),
    patch: (path, body) => request("PATCH", path, body),
    delete: (path) => request("DELETE", path),
    async start(agent, script) {
      const { status, body } = await request("POST", "/v1/conversations", {
        agent,
        message: JSON.stringify({ script }),
      });
      if (status !== 201) throw new Error(`could not start: ${JSON.stringify(body)}`);
      return body.id;
    },
    async waitForEvent(conversationId, matches) {
      const path = `/v1/events?after=0&conversation=${conversationId}`;
      for await (const event of serverEvents(`${server.url}${path}`, { authorization }))
        if (matches(event)) return event;
      throw new Error("the stream ended before the event came");
    },
    async waitForStatus(conversationId, status) {
      // Every event may change the status, so it is read after each.
      const path = `/v1/events?after=0&conversation=${conversationId}`;
      for await (const _ of serverEvents(`${server.url}${path}`, { authorization })) {
        const { body } = await api.get(`/v1/conversations/${conversationId}`);
        if (body.status === status) return body;
        // A failed run reaches no other status.
        if (body.status === "failed") throw new Error(`the run failed: ${body.error.message}`);
      }
      throw new Error("the stream ended before the status was reached");
    },
  };
  return api;
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === "string" || body instanceof Uint8Array;
}
