import type { Conversation, Inquiry } from "@askback/core/wire";
import type { QueryKey } from "@tanstack/query-core";
import type { ListedInquiries } from "../inbox/inquiry-list.ts";
import { queryKeys } from "./query-keys.ts";
import type { Listed } from "./read-pages.ts";
import { inquiriesIn, newestMessages, type Thread } from "./thread.ts";

/** How many inquiries of the inbox are stored. */
const maxListed = 200;

/** Whether what a query reads is stored in the browser. */
export function isStored([kind, second, third, , searched]: QueryKey): boolean {
  switch (kind) {
    case queryKeys.agents[0]:
    case queryKeys.titles[0]:
    case queryKeys.threads[0]:
    case queryKeys.inquiries[0]:
      return true;
    case queryKeys.conversations[0]:
      return second === "";
    case queryKeys.inbox[0]:
      return second === "count" || (third === "open" && searched === "");
    default:
      return false;
  }
}

/** What is stored of a query's data; undefined if nothing is. */
export function storedPart(queryKey: QueryKey, data: unknown): unknown {
  if (!isStored(queryKey) || data === undefined) return undefined;
  if (queryKey[0] === queryKeys.threads[0]) return newestMessages(data as Thread);
  if (!isList(queryKey)) return data;
  const list = data as ListedInquiries;
  return { ...list, inquiries: list.inquiries.slice(0, maxListed) };
}

/** The inquiries in stored data, which a card or a detail reads by themselves. */
export function inquiriesOf(queryKey: QueryKey, value: unknown): readonly Inquiry[] {
  if (queryKey[0] === queryKeys.threads[0]) return inquiriesIn((value as Thread).messages);
  return isList(queryKey) ? (value as ListedInquiries).inquiries : [];
}

/** The conversation or inquiry that a query reads alone. */
export function readId([kind, id]: QueryKey): string | undefined {
  const kinds: readonly unknown[] = [queryKeys.threads[0], queryKeys.titles[0], queryKeys.inquiries[0]];
  return kinds.includes(kind) ? String(id) : undefined;
}

/** Stored data without the conversations and inquiries with these ids; undefined if nothing is left. */
export function withoutDeleted(queryKey: QueryKey, value: unknown, ids: ReadonlySet<string>): unknown {
  if (ids.has(readId(queryKey) ?? "")) return undefined;
  const isLeft = ({ id, conversationId }: Pick<Inquiry, "id" | "conversationId">) =>
    !ids.has(id) && !ids.has(conversationId);
  if (queryKey[0] === queryKeys.inquiries[0]) return isLeft(value as Inquiry) ? value : undefined;
  if (isList(queryKey)) {
    const list = value as ListedInquiries;
    const inquiries = list.inquiries.filter(isLeft);
    return inquiries.length < list.inquiries.length ? { ...list, inquiries } : value;
  }
  if (queryKey[0] !== queryKeys.conversations[0]) return value;
  const list = value as Listed<Conversation>;
  const items = list.items.filter(({ id }) => !ids.has(id));
  return items.length < list.items.length ? { ...list, items } : value;
}

function isList([kind, second]: QueryKey): boolean {
  return kind === queryKeys.inbox[0] && second === "list";
}
