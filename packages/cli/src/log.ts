import type { ServerLog } from "@askback/server";
import { type Logger, pino } from "pino";

export function createLogger(): Logger {
  return pino({ base: null });
}

/** Writes JSON lines. Errors are named by their kind and place only: a message may quote what somebody wrote. */
export function serverLog(logger: Logger): ServerLog {
  return {
    requested: ({ ms, traceId, ...entry }) =>
      logger.info({ ...entry, ms: Math.round(ms * 10) / 10, ...(traceId && { trace_id: traceId }) }, "request"),
    troubled({ type, runId, error: { retryable } }) {
      logger.warn({ runId, retryable }, type === "run.failed" ? "run failed" : "model call failed, to be tried again");
    },
    failed(what, error, ids) {
      const { name, code } = (error ?? {}) as { readonly name?: unknown; readonly code?: unknown };
      const kind = error instanceof Error ? (wordOf(name) ?? "Error") : typeof error;
      const stack = error instanceof Error ? placesOf(error) : undefined;
      logger.error({ ...ids, error: kind, code: wordOf(code), stack }, `${what} failed`);
    },
  };
}

function wordOf(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  return /^[\w.-]{1,60}$/.test(String(value)) ? String(value) : undefined;
}

/** The lines of a stack after the message, which may itself hold lines that look like them. */
function placesOf({ stack = "", message }: Error): readonly string[] {
  const start = stack.indexOf(message);
  const places = start < 0 ? "" : stack.slice(start + message.length);
  return places.split("\n").filter((line) => line.startsWith("    at "));
}
