import { neutralise } from "@askback/core";
import type { AuditEntry } from "@askback/core/wire";
import type { MessageId } from "../i18n/catalogue.ts";
import type { Values } from "../i18n/use-translation.ts";

const knownWays = ["web", "push", "api", "terminal", "mcp", "hook", "link", "slack", "standing"] as const;

/** By which way something was done, for people; undefined where nothing says it. */
export function wayText(
  { via, facts }: Pick<AuditEntry, "via"> & Partial<Pick<AuditEntry, "facts">>,
  t: (id: MessageId, values?: Values) => string,
): string | undefined {
  if (via === undefined) return undefined;
  if (via === "embed") return t("inbox.via.embed", { key: neutralise(String(facts?.key)) });
  const known = knownWays.find((way) => way === via);
  return known ? t(`inbox.via.${known}`) : neutralise(via);
}
