/** A server that records what a test tells it and streams it as Askback does; reached by `fetch` alone. */
export interface FakeServer {
  readonly fetch: typeof fetch;
  /** The requests that came, oldest first; each with where its stream was told to go on. */
  readonly requests: readonly { readonly url: string; readonly lastEventId: string | null }[];
  /** How many streams are open. */
  open(): number;
  /** Records an event and sends it to every open stream. */
  record(type: string): void;
  /** Sends bytes to every open stream. */
  send(bytes: string): void;
  /** Breaks every open stream off. */
  breakOff(): void;
  /** How requests are met from now on: with a stream, with another answer, or not at all. */
  meet(how: "stream" | "nothing" | (() => Response)): void;
  /** Forgets what was recorded up to here, as pruning does. */
  prune(): void;
}

export function createFakeServer(): FakeServer {
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const requests: { url: string; lastEventId: string | null }[] = [];
  const encoder = new TextEncoder();
  let log: { readonly position: number; readonly frame: string }[] = [];
  let position = 0;
  let pruned = 0;
  let how: Parameters<FakeServer["meet"]>[0] = "stream";

  const snapshot = () => `event: snapshot\nid: ${position}\ndata: {"position":${position}}\n\n`;

  function begin(lastEventId: string | null): string {
    if (lastEventId === null || Number(lastEventId) < pruned) return snapshot();
    return log.flatMap((entry) => (entry.position > Number(lastEventId) ? [entry.frame] : [])).join("");
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
      if (how === "nothing") throw new TypeError("fetch failed");
      return how === "stream" ? streamTo(init?.signal, begin(lastEventId)) : how();
    },
    record(type) {
      position++;
      const frame = `event: ${type}\nid: ${position}\ndata: {"conversationId":"c_1","position":${position}}\n\n`;
      log.push({ position, frame });
      server.send(frame);
    },
    send(bytes) {
      for (const stream of streams) stream.enqueue(encoder.encode(bytes));
    },
    breakOff() {
      for (const stream of streams) stream.error(new TypeError("network error"));
      streams.clear();
    },
    meet(changed) {
      how = changed;
    },
    prune() {
      pruned = position;
      log = [];
    },
  };
  return server;
}
