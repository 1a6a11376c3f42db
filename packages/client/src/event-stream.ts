import type { StreamEvent } from "@askback/core/wire";
import { createEventSource } from "eventsource-client";
import { isTransient } from "./failure.ts";
import { createWatchdog, type Wait } from "./timers.ts";

export interface StreamOptions {
  readonly url: string;
  readonly fetch: typeof fetch;
  /** The headers that identify the caller. */
  headers(): Promise<Readonly<Record<string, string>>>;
  readonly wait: Wait;
}

export interface StreamReader {
  /** The cursor after which the stream continues. */
  readonly after: string | undefined;
  readonly signal: AbortSignal;
  onOpen(): void;
  onEvent(event: StreamEvent): void;
  onHeartbeat(): void;
}

/** The server sends a heartbeat every 15 s, so a connection without bytes for longer than two of them is dead. */
export const silenceMs = 35_000;

/** Reads one connection until it ends; `refused` means that a new attempt soon would fail the same way. */
export function readEventStream(options: StreamOptions, reader: StreamReader): Promise<"broken" | "refused"> {
  return new Promise((resolve) => {
    let ending: "broken" | "refused" = "broken";
    const watchdog = createWatchdog(options.wait, end);
    const source = createEventSource({
      url: options.url,
      ...(reader.after !== undefined && { initialLastEventId: reader.after }),
      async fetch(url, init) {
        const headers = { ...init?.headers, ...(await options.headers()) };
        const response = await options.fetch(url, { headers, cache: "no-store", signal: init?.signal });
        const { status, body, redirected } = response;
        if (status >= 400 && !isTransient({ status })) ending = "refused";
        const isStream = status === 200 && /^text\/event-stream\b/.test(response.headers.get("content-type") ?? "");
        if (!isStream || !body) throw new Error(`expected an event stream, got status ${status}`);
        reader.onOpen();
        return { status, redirected, url: response.url, body: body.pipeThrough(watchBytes(resetWatchdog)) };
      },
      onMessage({ event: type, data, id }) {
        reader.onEvent({ ...JSON.parse(data), type, ...(id !== undefined && { cursor: id }) });
      },
      onComment: () => reader.onHeartbeat(),
      // The library would reconnect by its own schedule; the caller decides when to.
      onScheduleReconnect: end,
    });
    reader.signal.addEventListener("abort", end);
    if (reader.signal.aborted) end();
    else resetWatchdog();

    function resetWatchdog(): void {
      watchdog.reset(silenceMs);
    }

    function end(): void {
      reader.signal.removeEventListener("abort", end);
      watchdog.stop();
      source.close();
      resolve(ending);
    }
  });
}

/** Bytes count as a sign of life, not only whole events: a large event takes long over a slow connection. */
function watchBytes(onBytes: () => void): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  return new TransformStream({
    transform(bytes, controller) {
      onBytes();
      controller.enqueue(bytes);
    },
  });
}
