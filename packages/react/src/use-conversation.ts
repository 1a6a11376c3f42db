import { aborted, type Reply } from "@askback/client";
import type { Conversation } from "@askback/core/wire";
import { useMemo } from "react";
import { useAskback } from "./askback-context.ts";
import type { LiveText } from "./data/live/live-text.ts";
import type { AsyncState } from "./data/live/server-cache.ts";
import type { Thread } from "./data/live/thread.ts";
import type { Outbox } from "./data/outbox/outbox.ts";
import type { MessageContent } from "./data/outbox/submission.ts";
import { useLatest } from "./ui/use-latest.ts";
import { useServerQuery } from "./use-server-query.ts";

/** A conversation as it changes, and what can be done with it. */
export interface ConversationView extends ConversationCommands {
  readonly thread: AsyncState<Thread>;
  /** What the model is writing right now. */
  readonly text: LiveText | undefined;
}

export interface ConversationCommands {
  showEarlier(): Promise<void>;
  /**
   * Answers what the agent asks, unless it is separate or the thread is not loaded yet. The message is stored in the browser
   * and sent when the server can be reached; the reply comes then.
   */
  send(text: string, options?: { readonly separate?: boolean }): Reply<Conversation>;
  stop(): Reply<Conversation>;
  resume(): Reply<Conversation>;
  retry(): Reply<Conversation>;
  /** Begins another conversation where this one asked. */
  fork(inquiryId: string): Reply<Conversation>;
  rename(title: string): Reply<Conversation>;
  remove(): Reply<undefined>;
}

export function useConversation(conversationId: string): ConversationView {
  const { client, live, outbox } = useAskback();
  const thread = useThread(conversationId);
  const text = useServerQuery(live.queries.text(conversationId)).data?.text;
  // A message must not answer a question that its author has not seen, also if it is sent later.
  const inquiry = useLatest(thread.data?.conversation.inquiry);
  const commands = useMemo(
    (): ConversationCommands => ({
      showEarlier: () => live.queries.fetchEarlier(conversationId),
      send(words, { separate = false } = {}) {
        const asked = inquiry.current?.status === "open" ? inquiry.current : undefined;
        const seen = asked && { answers: { inquiry: asked.id, revision: asked.revision } };
        return sendMessage(outbox, { conversationId, text: words, isSeparate: separate || !asked, ...seen });
      },
      stop: () => client.conversations.stop(conversationId),
      resume: () => client.conversations.resume(conversationId),
      retry: () => client.conversations.retry(conversationId),
      fork: (inquiry) => client.conversations.fork(conversationId, { inquiry }),
      rename: (title) => client.conversations.rename(conversationId, { title }),
      remove: () => client.conversations.delete(conversationId),
    }),
    [client, live, outbox, conversationId, inquiry],
  );
  return { thread, text, ...commands };
}

async function sendMessage(outbox: Outbox, message: Omit<MessageContent, "type">): Reply<Conversation> {
  const reply = await outbox.submit({ type: "message", ...message }).reply;
  if (!reply.ok) return reply;
  return "version" in reply.value ? { ok: true, value: reply.value } : { ok: false, error: aborted };
}

/** A conversation with its messages, as it changes. */
export function useThread(conversationId: string): AsyncState<Thread> {
  return useServerQuery(useAskback().live.queries.thread(conversationId));
}
