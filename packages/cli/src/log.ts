import type { ServerLog } from "@askback/server";
import { type Logger, pino } from "pino";

export function createLogger(): Logger {
  return pino({ base: null });
}

/** Writes JSON lines. Errors are named by their kind and place only: a message may quote what somebody wrote. */
export function serverLog(logger: Logger): ServerLog {
  return {
    requested: ({ ms, ...entry }) => logger.info({ ...entry, ms: Math.round(ms * 10) / 10 }, "request"),
    failed(what, error, ids) {
      const stack =
        error instanceof Error ? error.stack?.split("\n").filter((line) => line.startsWith("    at ")) : undefined;
      const code = (error as { code?: unknown } | null)?.code;
      logger.error(
        { ...ids, error: error instanceof Error ? error.name : typeof error, code, stack },
        `${what} failed`,
      );
    },
  };
}
