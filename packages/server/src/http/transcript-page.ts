import {
  type Conversation,
  countOf,
  type InquiryRecord,
  type Message,
  type ScreenMessage,
  transcriptForScreen,
} from "@askback/core";
import { cursorOf, orderOf } from "../store/pages.ts";
import type { Page, PageRequest, Store } from "../store/store.ts";

type Source = Pick<Store, "messages" | "inquiries">;

/** How many messages are read at once to find the reply that ends a step. */
const readAhead = 50;

/**
 * The newest messages before a cursor as a screen shows them, oldest first. Only what the page shows is read, and what
 * belongs to it from behind its end: results and words about an inquiry come before the next reply.
 */
export async function transcriptPage(
  store: Source,
  conversation: Conversation,
  { limit, cursor }: PageRequest,
): Promise<Page<ScreenMessage>> {
  const { id, counts } = conversation;
  const [before] = (cursor === undefined ? undefined : orderOf(cursor)) ?? [counts.messages + 1];
  const end = Math.max(1, Math.min(before, counts.messages + 1));
  const { messages, from } = await messagesBefore(store, id, { end, limit });
  const ahead = await throughNextReply(store, id, { from: end, through: counts.messages });
  const reply = ahead.at(-1)?.role === "agent" ? ahead.at(-1) : undefined;
  const asked = await askedDuring(store, conversation, messages);
  const calls = new Set(messages.flatMap(callsOf));
  // What was asked after the next reply has its call there or later, unless its id was used here alone.
  const isDoubtful = ({ runId, callId, askedAt }: InquiryRecord) =>
    reply !== undefined && askedAt > reply.at && calls.has(`${runId} ${callId}`);
  const later =
    reply && asked.some(isDoubtful)
      ? await store.messages(id, { from: reply.number + 1, through: counts.messages })
      : [];
  const read = [...messages, ...ahead, ...later];
  const shown = transcriptForScreen(read, asked).filter((message) => numberOf(message) < end);
  const items = shown.slice(-limit);
  const [oldest] = items;
  const hasOlder = shown.length > limit || from > 1;
  return { items, ...(oldest && hasOlder && { next: cursorOf(numberOf(oldest), "") }) };
}

function numberOf({ id }: ScreenMessage): number {
  return countOf(id);
}

function callsOf({ runId, parts }: Message): readonly string[] {
  return parts.flatMap((part) => (part.type === "call" ? [`${runId} ${part.call.id}`] : []));
}

/** So many messages before a number that a page is full, since results have no place of their own on a screen. */
async function messagesBefore(
  store: Source,
  conversationId: string,
  { end, limit }: { readonly end: number; readonly limit: number },
): Promise<{ readonly messages: readonly Message[]; readonly from: number }> {
  let messages: readonly Message[] = [];
  for (let size = 2 * limit, through = end - 1; ; size *= 2) {
    const from = Math.max(1, through - size + 1);
    messages = [...(await store.messages(conversationId, { from, through })), ...messages];
    if (from === 1 || transcriptForScreen(messages, []).length >= limit) return { messages, from };
    through = from - 1;
  }
}

async function throughNextReply(
  store: Source,
  conversationId: string,
  { from, through }: { readonly from: number; readonly through: number },
): Promise<readonly Message[]> {
  const read: Message[] = [];
  for (let next = from; next <= through; next += readAhead) {
    const last = Math.min(next + readAhead - 1, through);
    const some = await store.messages(conversationId, { from: next, through: last });
    const reply = some.findIndex(({ role }) => role === "agent");
    if (reply >= 0) return [...read, ...some.slice(0, reply + 1)];
    read.push(...some);
  }
  return read;
}

/** What was asked since the first of these replies. */
async function askedDuring(
  store: Source,
  { id, counts }: Conversation,
  messages: readonly Message[],
): Promise<readonly InquiryRecord[]> {
  const replies = messages.filter(({ role }) => role === "agent");
  if (replies.length === 0 || counts.inquiries === 0) return [];
  const first = replies.reduce((earliest, { at }) => Math.min(earliest, at), Number.MAX_SAFE_INTEGER);
  // An id begins with a letter, so that all of that very moment come after this.
  const { items } = await store.inquiries({ conversationId: id, limit: counts.inquiries, cursor: cursorOf(first, "") });
  return items;
}
