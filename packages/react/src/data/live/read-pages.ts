import type { Reply } from "@askback/client";
import type { Page } from "@askback/core/wire";

/** The beginning of a list. */
export interface Listed<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

const maxPageSize = 200;

/** So many items of a list, or all of them, over as many pages as that takes. */
export async function readPages<Item>(
  list: (page: { readonly limit: number; readonly cursor?: string }) => Reply<Page<Item>>,
  limit = Number.POSITIVE_INFINITY,
): Reply<Listed<Item>> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const pageSize = Math.min(limit - items.length, maxPageSize);
    const page = await list({ limit: pageSize, ...(cursor !== undefined && { cursor }) });
    if (!page.ok) return page;
    items.push(...page.value.items);
    cursor = page.value.next;
  } while (cursor !== undefined && items.length < limit);
  return { ok: true, value: { items, hasMore: cursor !== undefined } };
}
