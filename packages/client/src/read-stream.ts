import type { StreamEvent } from "@askback/core/wire";
import { createEventSource } from "eventsource-client";
import type { Wait } from "./wait.ts";
import { createWatchdog } from "./watchdog.ts";

export interface StreamOptions {
  readonly url: string;
  readonly fetch: typeof fetch;
  /** Who is calling. */
  headers(): Promise<Readonly<Record<string, string>>>;
  readonly wait: Wait;
}

export interface Reading {
  readonly after: number | undefined;
  readonly signal: AbortSignal;
  opened(): void;
  event(event: StreamEvent): void;
  /** The server has nothing to tell and is there. */
  beat(): void;
}

/** The server sends a heartbeat every 15 s: who is silent for longer than two of them is gone. */
export const silenceMs = 35_000;

/** Reads one connection to its end; refused is what asking again soon would not change. */
export function readStream(options: StreamOptions, reading: Reading): Promise<"broken" | "refused"> {
  return new Promise((resolve) => {
    let ending: "broken" | "refused" = "broken";
    const watchdog = createWatchdog(options.wait, end);
    const source = createEventSource({
      url: options.url,
      ...(reading.after !== undefined && { initialLastEventId: String(reading.after) }),
      async fetch(url, init) {
        const headers = { ...init?.headers, ...(await options.headers()) };
        const response = await options.fetch(url, { headers, cache: "no-store", signal: init?.signal });
        const { status, body, redirected } = response;
        if (status >= 400 && status < 500 && status !== 429) ending = "refused";
        const isStream = status === 200 && /^text\/event-stream\b/.test(response.headers.get("content-type") ?? "");
        if (!isStream || !body) throw new Error(`no stream of events, but status ${status}`);
        reading.opened();
        return { status, redirected, url: response.url, body: body.pipeThrough(noticed(heard)) };
      },
      onMessage({ event: type, data, id }) {
        reading.event({ ...JSON.parse(data), type, ...(id !== undefined && { position: Number(id) }) });
      },
      onComment: () => reading.beat(),
      // It would connect again in its own way; when to do that is decided by who called.
      onScheduleReconnect: end,
    });
    reading.signal.addEventListener("abort", end);
    if (reading.signal.aborted) end();
    else heard();

    function heard(): void {
      watchdog.expect(silenceMs);
    }

    function end(): void {
      reading.signal.removeEventListener("abort", end);
      watchdog.stop();
      source.close();
      resolve(ending);
    }
  });
}

/** Bytes count, and not whole events: a large one takes its time over a slow line. */
function noticed(heard: () => void): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  return new TransformStream({
    transform(bytes, controller) {
      heard();
      controller.enqueue(bytes);
    },
  });
}
