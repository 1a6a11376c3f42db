import { resolutionTypes } from "@askback/core";
import type { AuditEntry, Inquiry, Resolution } from "@askback/core/wire";

interface Common {
  readonly at: string;
  readonly by?: string | undefined;
  readonly via?: string | undefined;
  readonly facts?: AuditEntry["facts"];
}

const plainTypes = [
  "asked",
  "amended",
  "extended",
  "seen",
  "drafted",
  "taken",
  "released",
  "reminded",
  "agreed",
  "agreement-retracted",
  "retracted",
  "consumed",
  "call-started",
  "call-finished",
  "standing-made",
  "standing-revoked",
] as const;

/** An event in the life of an inquiry. */
export type HistoryEntry = Common &
  (
    | { readonly type: (typeof plainTypes)[number] }
    | { readonly type: "held"; readonly until: string }
    | { readonly type: "resolved"; readonly outcome: Resolution["type"] }
    | { readonly type: "escalated" | "assigned"; readonly to: string }
    | { readonly type: "unassigned" }
    | { readonly type: "secret-read"; readonly who: string }
    | { readonly type: "notified"; readonly recipient: string; readonly channel: string; readonly isDelivered: boolean }
  );

/** The history of an inquiry, oldest first: what the server recorded, or what the fields tell of one that is older than the record. */
export function historyOf(
  inquiry: Inquiry,
  recorded: readonly AuditEntry[],
  me: string | undefined,
): readonly HistoryEntry[] {
  const isRecorded = recorded.some(({ type }) => type === "asked");
  const entries = isRecorded ? recorded.flatMap(recordedEntry) : fieldEntries(inquiry, me);
  const { draftedAt } = inquiry.mine ?? {};
  const drafted: HistoryEntry[] = draftedAt ? [{ type: "drafted", at: draftedAt }] : [];
  return [...entries, ...drafted].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** Facts that this version does not know are left out. */
function recordedEntry({ type, at, by, via, facts }: AuditEntry): readonly HistoryEntry[] {
  const common = { at, by, via, facts };
  switch (type) {
    case "held":
      return [{ ...common, type, until: new Date(Number(facts.until)).toISOString() }];
    case "resolved": {
      const outcome = resolutionTypes.find((known) => known === facts.resolution);
      return outcome ? [{ ...common, type, outcome }] : [];
    }
    case "assigned":
      return [facts.to === undefined ? { ...common, type: "unassigned" } : { ...common, type, to: String(facts.to) }];
    case "reminded":
    case "escalated": {
      const to = [facts.people, facts.groups].filter((names) => names !== undefined).join(", ");
      return [to === "" ? { ...common, type: "reminded" } : { ...common, type: "escalated", to }];
    }
    case "secret-read":
      return [{ ...common, type, who: by ?? String(facts.tool) }];
    case "notified": {
      const { recipient, channel, outcome } = facts;
      const told = { recipient: String(recipient), channel: String(channel), isDelivered: outcome === "delivered" };
      return [{ ...common, type, ...told }];
    }
    default: {
      const known = plainTypes.find((plain) => plain === type);
      return known ? [{ ...common, type: known }] : [];
    }
  }
}

function fieldEntries(
  { askedAt, amendedAt, mine, heldUntil, receipt, resolution }: Inquiry,
  me: string | undefined,
): readonly HistoryEntry[] {
  const entries: HistoryEntry[] = [{ type: "asked", at: askedAt }];
  if (amendedAt) entries.push({ type: "amended", at: amendedAt });
  if (mine?.seenAt) entries.push({ type: "seen", at: mine.seenAt, by: me });
  if (heldUntil && receipt && !resolution)
    entries.push({ type: "held", at: receipt.at, until: heldUntil, by: receipt.by });
  if (resolution) entries.push({ type: "resolved", at: resolution.at, outcome: resolution.type, by: resolution.by });
  return entries;
}
