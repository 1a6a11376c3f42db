import type { Inquiry } from "@askback/core/wire";
import type { Outcome } from "./inbox-view.ts";

/** Something that is known to have happened with an inquiry. */
export type HistoryEntry =
  | { readonly type: "asked"; readonly at: string }
  | { readonly type: "seen"; readonly at: string }
  | { readonly type: "drafted"; readonly at: string }
  | { readonly type: "held"; readonly at: string; readonly until: string; readonly by: string | undefined }
  | { readonly type: "settled"; readonly at: string; readonly outcome: Outcome; readonly by: string | undefined };

/** The history of an inquiry as far as it tells it itself, oldest first. */
export function historyOf({ askedAt, mine, heldUntil, receipt, resolution }: Inquiry): readonly HistoryEntry[] {
  const entries: HistoryEntry[] = [{ type: "asked", at: askedAt }];
  if (mine?.seenAt) entries.push({ type: "seen", at: mine.seenAt });
  if (mine?.draftedAt) entries.push({ type: "drafted", at: mine.draftedAt });
  if (heldUntil && receipt && !resolution) {
    entries.push({ type: "held", at: receipt.at, until: heldUntil, by: receipt.by });
  }
  if (resolution) entries.push({ type: "settled", at: resolution.at, outcome: resolution.type, by: resolution.by });
  return entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
