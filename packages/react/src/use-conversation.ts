import type { Reply } from "@askback/client";
import type { Conversation } from "@askback/core/wire";
import { useMemo } from "react";
import { useAskback } from "./askback-context.ts";
import type { Known, LiveText, Thread } from "./live/live.ts";
import { useSource } from "./use-source.ts";

/** A conversation as it changes, and what can be done with it. */
export interface ConversationView extends ConversationCommands {
  readonly thread: Known<Thread>;
  /** What the model is writing right now. */
  readonly text: LiveText | undefined;
}

export interface ConversationCommands {
  showEarlier(): Promise<void>;
  /** Answers what the agent asks, unless it is separate. */
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
  const { client, live } = useAskback();
  const source = live.thread(conversationId);
  const thread = useSource(source);
  const text = useSource(live.text(conversationId));
  const commands = useMemo(
    (): ConversationCommands => ({
      showEarlier: source.showEarlier,
      send: (words, options) => client.conversations.send(conversationId, { text: words, ...options }),
      stop: () => client.conversations.stop(conversationId),
      resume: () => client.conversations.resume(conversationId),
      retry: () => client.conversations.retry(conversationId),
      fork: (inquiry) => client.conversations.fork(conversationId, { inquiry }),
      rename: (title) => client.conversations.rename(conversationId, { title }),
      remove: () => client.conversations.delete(conversationId),
    }),
    [client, conversationId, source],
  );
  return { thread, text, ...commands };
}
