import type { Clock } from "../../clock.ts";
import type { SlackApi } from "./slack-api.ts";

export interface SlackSocketOptions {
  /** Calls with the token of the app, and not with that of the bot. */
  readonly api: SlackApi;
  readonly clock: Clock;
  /** What Slack is answered about one interaction; undefined says only that it arrived. */
  handle(payload: unknown): Promise<object | undefined>;
  /** Why there is no connection; called once for each reason in a row. */
  onError(error: Error): void;
  /** For tests; `Math.random` by default. */
  random?(): number;
}

/** The connection by which Slack sends what people do, so that it need not reach this server (Socket Mode). */
export interface SlackSocket {
  start(): void;
  stop(): void;
}

const waitMs = 15_000;
const firstDelayMs = 1_000;
const maxDelayMs = 60_000;

/**
 * Keeps one connection open: it is opened again after every loss, with growing waits, and a new one is ready before Slack
 * ends an old one. Any server of a store may get an interaction, and Slack sends one again that nobody confirmed.
 */
export function createSlackSocket(options: SlackSocketOptions): SlackSocket {
  const { api, clock, handle, onError, random = Math.random } = options;
  const open = new Set<WebSocket>();
  const stopping = new AbortController();
  let failures = 0;
  let isConnecting = false;
  let reported: string | undefined;
  let cancelRetry = () => {};

  async function connect(): Promise<void> {
    if (isConnecting || stopping.signal.aborted) return;
    isConnecting = true;
    cancelRetry();
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(waitMs)]);
    const reply = await api.call("apps.connections.open", {}, signal);
    if (stopping.signal.aborted) return;
    if (reply.ok) return listen(new WebSocket(String(reply.body.url)));
    const { failure, status, retryAfterMs } = reply.sent;
    lost(reply.error ?? failure ?? String(status), retryAfterMs);
  }

  function listen(socket: WebSocket): void {
    open.add(socket);
    let isReady = false;
    const cancelWait = clock.after(waitMs, () => socket.close());
    socket.addEventListener("message", ({ data }) => {
      const frame = parsed(data);
      switch (frame.type) {
        case "hello":
          isReady = true;
          ready(socket);
          cancelWait();
          return;
        case "disconnect":
          // Slack ends it soon; another one takes its place before, unless Socket Mode was switched off.
          if (frame.reason === "link_disabled") socket.close();
          else void connect();
          return;
        default:
          if (typeof frame.envelope_id === "string") void take(socket, frame.envelope_id, frame);
      }
    });
    socket.addEventListener("close", () => {
      cancelWait();
      open.delete(socket);
      if (!isReady) lost("connection");
      else if (open.size === 0) retryIn(firstDelayMs * random());
    });
    // What went wrong follows as a close.
    socket.addEventListener("error", () => {});
  }

  function ready(socket: WebSocket): void {
    isConnecting = false;
    failures = 0;
    reported = undefined;
    // What came by an earlier one is still confirmed there; Slack ends it, unless it forgets.
    for (const other of open) if (other !== socket) clock.after(waitMs, () => other.close());
  }

  function lost(reason: string, retryAfterMs = 0): void {
    isConnecting = false;
    if (stopping.signal.aborted) return;
    if (reported !== reason) onError(Object.assign(new Error("no connection to Slack"), { code: reason }));
    reported = reason;
    failures += 1;
    const delay = Math.min(firstDelayMs * 2 ** (failures - 1), maxDelayMs);
    retryIn(Math.max(delay * (0.5 + random() / 2), retryAfterMs));
  }

  function retryIn(ms: number): void {
    cancelRetry();
    if (!stopping.signal.aborted) cancelRetry = clock.after(ms, () => void connect());
  }

  /** What cannot be confirmed any more is sent again, and changes nothing then. */
  async function take(socket: WebSocket, envelopeId: string, frame: Frame): Promise<void> {
    const payload = frame.type === "interactive" ? await handle(frame.payload) : undefined;
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ envelope_id: envelopeId, ...(payload && { payload }) }));
  }

  return {
    start: () => void connect(),
    stop() {
      stopping.abort();
      cancelRetry();
      for (const socket of open) socket.close();
    },
  };
}

interface Frame {
  readonly type?: unknown;
  readonly reason?: unknown;
  readonly envelope_id?: unknown;
  readonly payload?: unknown;
}

function parsed(data: unknown): Frame {
  try {
    return (JSON.parse(String(data)) ?? {}) as Frame;
  } catch {
    return {};
  }
}
