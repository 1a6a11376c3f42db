/** A server that records the events of a test and streams them as Askback does; it is reached only by its `fetch`. */
export interface FakeServer {
  readonly fetch: typeof fetch;
  /** The requests so far, oldest first, with the position after which each stream starts. */
  readonly requests: readonly { readonly url: string; readonly lastEventId: string | null }[];
  /** How many streams are open. */
  open(): number;
  /** Records an event and sends it to every open stream. */
  record(type: string): void;
  /** Sends bytes to every open stream. */
  send(bytes: string): void;
  /** Breaks every open stream. */
  disconnect(): void;
  /** How requests are answered from now on: with a stream, with a network error, or with this response. */
  respondWith(response: "stream" | "network-error" | (() => Response)): void;
  /** Removes the events so far from the log. */
  prune(): void;
  /** Replaces the log by an empty one with another id, as a restore does. */
  replaceLog(id: string): void;
}

export function createFakeServer(): FakeServer {
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const requests: { url: string; lastEventId: string | null }[] = [];
  const encoder = new TextEncoder();
  let log: { readonly position: number; readonly frame: string }[] = [];
  let position = 0;
  /** Before there were ids of logs, the position alone was the id of an event. */
  let prefix = "";
  let pruned = 0;
  let response: Parameters<FakeServer["respondWith"]>[0] = "stream";

  const snapshot = () => `event: snapshot\nid: ${prefix}${position}\ndata: {"position":${position}}\n\n`;

  function firstFrames(lastEventId: string | null): string {
    const last = lastEventId?.startsWith(prefix) ? Number(lastEventId.slice(prefix.length)) : Number.NaN;
    if (!(last >= pruned)) return snapshot();
    return log.flatMap((entry) => (entry.position > last ? [entry.frame] : [])).join("");
  }

  function streamTo(signal: AbortSignal | null | undefined, first: string): Response {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        streams.add(controller);
        if (first) controller.enqueue(encoder.encode(first));
        signal?.addEventListener("abort", () => {
          streams.delete(controller);
          controller.error(signal.reason);
        });
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  }

  const server: FakeServer = {
    requests,
    open: () => streams.size,
    async fetch(url, init) {
      const lastEventId = new Headers(init?.headers).get("last-event-id");
      requests.push({ url: String(url), lastEventId });
      if (response === "network-error") throw new TypeError("fetch failed");
      return response === "stream" ? streamTo(init?.signal, firstFrames(lastEventId)) : response();
    },
    record(type) {
      position++;
      const frame = `event: ${type}\nid: ${prefix}${position}\ndata: {"conversationId":"c_1","position":${position}}\n\n`;
      log.push({ position, frame });
      server.send(frame);
    },
    send(bytes) {
      for (const stream of streams) stream.enqueue(encoder.encode(bytes));
    },
    disconnect() {
      for (const stream of streams) stream.error(new TypeError("network error"));
      streams.clear();
    },
    respondWith(changed) {
      response = changed;
    },
    prune() {
      pruned = position;
      log = [];
    },
    replaceLog(id) {
      prefix = `${id}-`;
      log = [];
      position = 0;
      pruned = 0;
      server.disconnect();
    },
  };
  return server;
}
