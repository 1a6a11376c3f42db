import type { AuditType } from "@askback/core";
import { parseCursor, toCursor } from "../page.ts";
import type { Page } from "../store.ts";
import type { AuditReader, ChainedEntry } from "./audit.ts";

export interface AuditPageRequest {
  readonly project: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly type?: AuditType | undefined;
  readonly by?: string | undefined;
  readonly inquiryId?: string | undefined;
}

/** The first number of entries is read at once, and the second in all for one page. */
const windowSize = 1_000;
const maxRead = 20_000;

/** The entries of a chain, newest first. A page may be short or empty while there is a next one, since no index finds a person. */
export async function readAuditPage(
  audit: Pick<AuditReader, "chainOf" | "entries">,
  { project, limit, cursor, type, by, inquiryId }: AuditPageRequest,
): Promise<Page<ChainedEntry>> {
  const [given] = (cursor !== undefined && parseCursor(cursor)) || [undefined];
  let before = given ?? (await audit.chainOf(project)).number + 1;
  const items: ChainedEntry[] = [];
  const types = type === undefined ? {} : { types: [type] };
  const isWanted = (entry: ChainedEntry) =>
    (by === undefined || entry.by === by) && (inquiryId === undefined || entry.inquiryId === inquiryId);
  for (let read = 0; read < maxRead && before > 1 && items.length < limit; read += windowSize) {
    const after = Math.max(0, before - 1 - windowSize);
    const found = await audit.entries({ project, after, limit: windowSize, ...types });
    const wanted = found.filter((entry) => entry.seal.number < before && isWanted(entry)).toReversed();
    const taken = wanted.slice(0, limit - items.length);
    items.push(...taken);
    // If a window has more than the page takes, the next page begins in it.
    before = taken.length < wanted.length ? (taken.at(-1)?.seal.number ?? before) : after + 1;
  }
  return before > 1 ? { items, next: toCursor(before, "") } : { items };
}
