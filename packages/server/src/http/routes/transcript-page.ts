import {
  type Conversation,
  countOf,
  type InquiryRecord,
  type Message,
  type ScreenMessage,
  transcriptForScreen,
} from "@askback/core";
import { parseCursor, toCursor } from "../../store/page.ts";
import type { Page, PageRequest, Store } from "../../store/store.ts";

export type TranscriptStore = Pick<Store, "messages" | "inquiries">;

/** How many messages are read at once to find the reply that ends a step. */
const readAhead = 50;

/**
 * The newest messages before a cursor as a screen shows them, oldest first. It reads the messages of the page, and
 * those after its end up to the next reply: they hold the results of its calls.
 */
export async function transcriptPage(
  store: TranscriptStore,
  conversation: Conversation,
  { limit, cursor }: PageRequest,
): Promise<Page<ScreenMessage>> {
  const { id, counts } = conversation;
  const [before] = (cursor === undefined ? undefined : parseCursor(cursor)) ?? [counts.messages + 1];
  const end = Math.max(1, Math.min(before, counts.messages + 1));
  const { messages, from } = await messagesBefore(store, id, { end, limit });
  const ahead = await throughNextReply(store, id, { from: end, through: counts.messages });
  const reply = ahead.at(-1)?.role === "agent" ? ahead.at(-1) : undefined;
  const asked = await askedDuring(store, conversation, messages);
  const calls = new Set(messages.flatMap(callsOf));
  // An inquiry asked after the next reply belongs to a later call, unless a call of this page has the same id.
  const mayBeLater = ({ runId, callId, askedAt }: InquiryRecord) =>
    reply !== undefined && askedAt > reply.at && calls.has(`${runId} ${callId}`);
  const later =
    reply && asked.some(mayBeLater)
      ? await store.messages(id, { from: reply.number + 1, through: counts.messages })
      : [];
  const read = [...messages, ...ahead, ...later];
  const shown = transcriptForScreen(read, asked).filter((message) => numberOf(message) < end);
  const items = shown.slice(-limit);
  const [oldest] = items;
  const hasOlder = shown.length > limit || from > 1;
  return { items, ...(oldest && hasOlder && { next: toCursor(numberOf(oldest), "") }) };
}

function numberOf({ id }: ScreenMessage): number {
  return countOf(id);
}

function callsOf({ runId, parts }: Message): readonly string[] {
  return parts.flatMap((part) => (part.type === "call" ? [`${runId} ${part.call.id}`] : []));
}

/** Enough messages before a number to fill a page, since results are shown inside their calls. */
async function messagesBefore(
  store: TranscriptStore,
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
  store: TranscriptStore,
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

/** The inquiries asked since the first of these replies. */
async function askedDuring(
  store: TranscriptStore,
  { id, counts }: Conversation,
  messages: readonly Message[],
): Promise<readonly InquiryRecord[]> {
  const replies = messages.filter(({ role }) => role === "agent");
  if (replies.length === 0 || counts.inquiries === 0) return [];
  const first = replies.reduce((earliest, { at }) => Math.min(earliest, at), Number.MAX_SAFE_INTEGER);
  // Ids begin with a letter, so those of the same millisecond come after an empty one.
  const { items } = await store.inquiries({ conversationId: id, limit: counts.inquiries, cursor: toCursor(first, "") });
  return items;
}
