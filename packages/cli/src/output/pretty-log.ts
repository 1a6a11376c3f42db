import { styleText } from "node:util";

const levels: Readonly<Record<number, { readonly name: string; readonly style: Parameters<typeof styleText>[0] }>> = {
  20: { name: "debug", style: "dim" },
  30: { name: "info", style: "green" },
  40: { name: "warn", style: "yellow" },
  50: { name: "error", style: "red" },
};

/** A JSON line of the log as a person reads it: time, level, what happened, then the fields. */
export function formatLogLine(json: string): string {
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
