import type { Client, Reply } from "@askback/client";
import type { Conversation } from "@askback/core/wire";

/** The most that the server gives at once. */
const largestPage = 200;

interface Wish {
  readonly q: string;
  readonly wanted: number;
}

type List = (query: Parameters<Client["conversations"]["list"]>[0]) => ReturnType<Client["conversations"]["list"]>;

/** As many conversations as are wanted, the newest first, over as many pages as that takes. */
export async function readConversations(
  list: List,
  { q, wanted }: Wish,
): Reply<{ readonly items: readonly Conversation[]; readonly hasMore: boolean }> {
  const items: Conversation[] = [];
  let cursor: string | undefined;
  do {
    const limit = Math.min(wanted - items.length, largestPage);
    const page = await list({ limit, ...(q !== "" && { q }), ...(cursor !== undefined && { cursor }) });
    if (!page.ok) return page;
    items.push(...page.value.items);
    cursor = page.value.next;
  } while (cursor !== undefined && items.length < wanted);
  return { ok: true, value: { items, hasMore: cursor !== undefined } };
}
