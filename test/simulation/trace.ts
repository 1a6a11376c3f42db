import type { Commit } from "../../packages/server/src/store/store.ts";
import type { SimulatedTime } from "./simulated-time.ts";
import type { StoreCall } from "./store-calls.ts";

/** What happened in a history, as readable lines. */
export interface Trace {
  readonly lines: readonly string[];
  add(line: string): void;
  executed(call: StoreCall): void;
  /** A text with the ids of conversations shortened. */
  shorten(text: string): string;
}

export function createTrace(time: SimulatedTime, prefix: string): Trace {
  const lines: string[] = [];
  const start = time.now;
  const shorten = (text: string) => text.replaceAll(prefix, "#");
  const add = (line: string) => void lines.push(`${((time.now - start) / 1000).toFixed(3)} ${line}`);
  return {
    get lines() {
      return lines.map(shorten);
    },
    add,
    shorten,
    executed: ({ host, name, args, result }) =>
      add(
        `${host.name} ${name} ${describeArgument(name, args[0])} -> ${differing.has(name) ? "" : describeResult(result)}`,
      ),
  };
}

/** The results of these calls depend on the histories before, or on chance. */
const differing = new Set(["position", "history", "inquiry"]);

function describeArgument(name: string, arg: unknown): string {
  if (name !== "commit") return typeof arg === "string" ? arg.replace(/^inq_(.*)_[0-9a-f]{12}$/, "conv_$1") : "";
  const { projection, expectedVersion, epoch, events } = arg as Commit;
  const types = events.map(({ type }) => type).join(" ");
  return `${projection.conversation.id} v${expectedVersion}${epoch === undefined ? "" : ` e${epoch}`} [${types}]`;
}

function describeResult(result: unknown): string {
  if (Array.isArray(result)) return `${result.length} found${result.map(describeClaim).join("")}`;
  if (result instanceof Map) return `held ${[...result.keys()].join(" ") || "none"}`;
  if (result instanceof Error) return result.message;
  if (typeof result !== "object" || result === null) return String(result);
  if ("conversation" in result) return describeClaim(result);
  const { ok, reason, version, epoch } = result as Record<string, unknown>;
  return ok === false ? `refused: ${reason}` : `v${version}${epoch === undefined ? "" : ` e${epoch}`}`;
}

function describeClaim(item: unknown): string {
  const { conversation, version, epoch, expired } = item as Record<string, never> & {
    conversation?: { id: string; status: string };
  };
  if (!conversation) return "";
  return ` ${conversation.id} ${conversation.status} v${version}${epoch ? ` e${epoch}` : ""}${expired ? " expired" : ""}`;
}
