import type { Inquiry } from "@askback/core/wire";
import { replaceEqualDeep } from "@tanstack/query-core";

export function isResolved({ status }: Pick<Inquiry, "status">): boolean {
  return status !== "open" && status !== "held";
}

/**
 * Whether what was read of an inquiry is older than what is known of it. Only an inquiry that was reopened goes from a held answer
 * to open, or to a lower revision: its log may have been replaced by an older one.
 */
export function isOlder(read: Inquiry, known: Inquiry, { wasReopened }: { readonly wasReopened: boolean }): boolean {
  if (isResolved(known)) return !isResolved(read);
  if (read.revision < known.revision) return !wasReopened;
  return known.status === "held" && read.status === "open" && !wasReopened;
}

/** The inquiry after another read; what did not change keeps its identity. */
export function mergeInquiry(known: Inquiry | undefined, read: Inquiry): Inquiry {
  // A transcript leaves out what concerns only the reader.
  const mine = read.mine ?? known?.mine;
  return replaceEqualDeep(known, mine ? { ...read, mine } : read);
}
