import { styleText } from "node:util";
import type { ServerLog } from "@askback/server";
import { type Logger, pino } from "pino";

export const logLevels = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** The standard output, or something like it. */
interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Writes lines for people on a terminal, and JSON lines otherwise. */
export function createLogger(level: LogLevel, output: Output = process.stdout): Logger {
  const write = output.isTTY
    ? (line: string) => output.write(formatLogLine(line))
    : (line: string) => output.write(line);
  return pino({ base: null, level }, { write });
}

/** Logs what a server does. Errors are logged by kind, code and stack only, since a message may quote what somebody wrote. */
export function createServerLog(logger: Logger): ServerLog {
  return {
    request({ ms, traceId, ...entry }) {
      if (!logger.isLevelEnabled("debug")) return;
      logger.debug({ ...entry, ms: Math.round(ms * 10) / 10, ...(traceId && { trace_id: traceId }) }, "request");
    },
    failure: (entry) =>
      logger.warn(entry, entry.retryAt === undefined ? "run failed" : "model call failed, to be tried again"),
    agents(unavailable) {
      for (const { agent, kind } of unavailable) logger.warn({ agent, kind }, "agent unavailable");
      if (unavailable.length === 0) logger.info("all agents are available");
    },
    unknownNames(found) {
      for (const { agent, project, field, unknown } of found)
        logger.warn(
          { agent, project, field, ...unknown },
          "the definition names somebody whom the project does not have",
        );
    },
    foreignOrigin: (origin) =>
      logger.warn({ origin }, "pages of this origin were refused: name it in `origins` of the config to allow them"),
    error(what, error, ids) {
      const { name, code } = (error ?? {}) as { readonly name?: unknown; readonly code?: unknown };
      const kind = error instanceof Error ? (toSafeWord(name) ?? "Error") : typeof error;
      const stack = error instanceof Error ? stackFrames(error) : undefined;
      logger.error({ ...ids, error: kind, code: toSafeWord(code), stack }, `${what} failed`);
    },
  };
}

function toSafeWord(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  return /^[\w.-]{1,60}$/.test(String(value)) ? String(value) : undefined;
}

/** The frames of a stack, without the message, which may hold lines that look like frames. */
function stackFrames({ stack = "", message }: Error): readonly string[] {
  const start = stack.indexOf(message);
  const frames = start < 0 ? "" : stack.slice(start + message.length);
  return frames.split("\n").filter((line) => line.startsWith("    at "));
}

const levels: Readonly<Record<number, { readonly name: string; readonly style: Parameters<typeof styleText>[0] }>> = {
  20: { name: "debug", style: "dim" },
  30: { name: "info", style: "green" },
  40: { name: "warn", style: "yellow" },
  50: { name: "error", style: "red" },
};

/** A JSON line of the log as a person reads it: time, level, what happened, then the fields. */
function formatLogLine(json: string): string {
  const { level, time, msg, stack, ...fields } = JSON.parse(json) as Record<string, unknown>;
  const { name, style } = levels[Number(level)] ?? { name: String(level), style: "reset" as const };
  const clock = new Date(Number(time)).toTimeString().slice(0, 8);
  const listed = Object.entries(fields).map(([field, value]) => `${field}=${formatValue(value)}`);
  const frames = Array.isArray(stack) ? stack.map((frame) => `\n${frame}`).join("") : "";
  const head = `${styleText("dim", clock)} ${styleText(style, name.padEnd(5))} ${msg}`;
  return `${[head, styleText("dim", listed.join(" "))].filter((part) => part !== "").join("  ")}${frames}\n`;
}

/** A value on one line; quoted where it would not be one word. */
function formatValue(value: unknown): string {
  return typeof value === "string" && /^[\w.:/@+-]+$/.test(value) ? value : JSON.stringify(value);
}
