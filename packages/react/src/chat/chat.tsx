import type { AgentProfile } from "@askback/core";
import type { Conversation, Inquiry, Message } from "@askback/core/wire";
import { useCallback, useMemo, useRef, useState } from "react";
import { useAskback } from "../askback-context.ts";
import { isResolved } from "../data/live/inquiry-recency.ts";
import type { AsyncState } from "../data/live/server-cache.ts";
import { inquiriesIn, type Thread } from "../data/live/thread.ts";
import { useLanguageAttributes } from "../i18n/use-language.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { bidiIsolate } from "../text/sentence.tsx";
import { useMarkdown } from "../text/use-markdown.ts";
import { useAgent } from "../use-agents.ts";
import { NamesContext, PeopleContext, useMe, useNames, usePersonOf } from "../use-people.ts";
import { useServerQuery } from "../use-server-query.ts";
import { ChildFooter, TodoPanel, WaitingBar } from "./composer/chat-footer.tsx";
import { Composer, ComposerContext, type ComposerHandle } from "./composer/composer.tsx";
import { FindBar } from "./find/find-bar.tsx";
import { useFind } from "./find/use-find.ts";
import { ChatHeader } from "./header/chat-header.tsx";
import { DetailsPanel } from "./header/details-panel.tsx";
import { StatusLine } from "./status-line.tsx";
import { StreamingText, useStreamedText } from "./transcript/streaming-text.tsx";
import { Transcript } from "./transcript/transcript.tsx";
import { useFollowEnd } from "./transcript/use-follow-end.ts";
import { useLinkedMessage } from "./transcript/use-linked-message.ts";
import { useQuestionInView } from "./transcript/use-question-in-view.ts";
import { usePrint } from "./use-print.ts";

export interface ChatProps {
  /** The id of the conversation. */
  readonly conversation: string;
  /** Opens another conversation: a fork, a sub-agent or the parent. Without it there are no links to them. */
  readonly onOpen?: (conversationId: string) => void;
  /** The reader deleted the conversation. */
  readonly onDeleted?: () => void;
  /** The message to scroll to; the latest if left out. */
  readonly message?: string | undefined;
}

/** A conversation: its header, transcript and composer. */
export function Chat({ conversation, ...rest }: ChatProps) {
  return <KeyedChat key={conversation} id={conversation} {...rest} />;
}

const none: readonly Message[] = [];

interface KeyedChatProps extends Omit<ChatProps, "conversation"> {
  readonly id: string;
}

function KeyedChat({ id, onOpen, onDeleted, message }: KeyedChatProps) {
  const t = useTranslation();
  const attributes = useLanguageAttributes();
  const thread = useServerQuery(useAskback().live.queries.thread(id));
  const me = useMe().data?.id;
  // Messages wait for the parser, so that they are never seen unformatted.
  const isFormatting = useMarkdown().isLoading;
  const { conversation, hasEarlier = false } = thread.data ?? {};
  const messages = isFormatting ? none : (thread.data?.messages ?? none);
  const { scroller, flow, isAtEnd, goToEnd, keepScrollPosition, leaveEnd } = useFollowEnd(messages[0]?.id);
  const earlier = useEarlierMessages(id, keepScrollPosition);
  const find = useFind();
  const { print, isPreparing } = usePrint(flow, earlier.show);
  const linked = find.found ?? message;
  useLinkedMessage(linked, {
    flow,
    isShown: messages.length > 0,
    leaveEnd,
    showEarlier: earlier.show,
  });
  // Until then it is not said to be out of view either.
  const open = useOpenInquiries(isFormatting ? undefined : conversation, messages);
  const question = useQuestionInView(scroller, open, messages, earlier.show);
  const [areDetailsOpen, setDetailsOpen] = useState(false);
  const composer = useRef<ComposerHandle>(null);
  const handle = useMemo(
    (): ComposerHandle => ({
      focus: () => composer.current?.focus(),
      quote: (quotation) => composer.current?.quote(quotation),
    }),
    [],
  );
  const agent = useAgentProfile(conversation?.agent ?? "");
  const isLoading = thread.status === "pending" || (isFormatting && thread.data !== undefined);
  const authors = messages.flatMap(({ by }) => by ?? []);
  const isMissing = thread.status === "error" && !thread.data && thread.error.status !== 0;

  return (
    <NamesContext value={useNames(authors)}>
      <PeopleContext value={usePersonOf(authors)}>
        <section className="ask-chat" aria-label={t("chat.label")} aria-busy={isLoading} {...attributes}>
          <ChatHeader
            conversation={conversation}
            agent={agent.title}
            areDetailsOpen={areDetailsOpen}
            onDetails={() => setDetailsOpen(!areDetailsOpen)}
            onFind={find.open}
            onPrint={print}
            isPreparingPrint={isPreparing}
            onOpen={onOpen}
            onDeleted={onDeleted}
          />
          <div className="ask-chat-main">
            <div className="ask-chat-column">
              {find.opening > 0 && conversation && (
                <FindBar
                  opening={find.opening}
                  conversationId={id}
                  version={conversation.version}
                  flow={flow}
                  shown={messages}
                  onFind={find.show}
                  onClose={find.close}
                />
              )}
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
              <div className="ask-chat-scroll" ref={scroller} tabIndex={0}>
                <div className="ask-chat-flow" ref={flow}>
                  <ChatState thread={thread} agent={agent.title} isFormatting={isFormatting} />
                  {hasEarlier && !isFormatting && (
                    <>
                      <button type="button" className="ask-button ask-earlier" onClick={earlier.show}>
                        {t(earlier.isLoading ? "chat.earlier-loading" : "chat.earlier")}
                      </button>
                      <p className="ask-print-part">{t("chat.print-part")}</p>
                    </>
                  )}
                  {conversation && !isFormatting && (
                    <>
                      <ComposerContext value={conversation.parent ? undefined : handle}>
                        <Transcript
                          conversationId={conversation.parent || conversation.kind ? undefined : id}
                          createdAt={conversation.createdAt}
                          messages={messages}
                          agent={agent}
                          me={me}
                          linked={linked}
                          onOpen={onOpen}
                        />
                      </ComposerContext>
                      <ConversationEnd conversation={conversation} agent={agent} messages={messages} onOpen={onOpen} />
                    </>
                  )}
                </div>
              </div>
              {/* While messages load nothing lies under it, and the todos would move it. */}
              <div className="ask-chat-edge" hidden={isMissing || isLoading}>
                {!isAtEnd && (
                  <button type="button" className="ask-button ask-latest" onClick={goToEnd}>
                    {t("chat.latest")}
                  </button>
                )}
              </div>
              {/* Beside the foot, which would move if it were in it. */}
              {conversation?.todos && conversation.todos.length > 0 && <TodoPanel todos={conversation.todos} />}
              <div className="ask-chat-foot" hidden={isMissing}>
                {question.outOfView && <WaitingBar inquiry={question.outOfView} onGo={question.go} />}
                {/* A person can write before anything is loaded, and while offline. */}
                {conversation?.parent ? (
                  <ChildFooter conversation={conversation} parent={conversation.parent} onOpen={onOpen} />
                ) : (
                  !isMissing && (
                    <Composer conversationId={id} conversation={conversation} onSend={goToEnd} ref={composer} />
                  )
                )}
              </div>
            </div>
            {areDetailsOpen && conversation && (
              <DetailsPanel conversation={conversation} agent={agent.title} onClose={() => setDetailsOpen(false)} />
            )}
          </div>
        </section>
      </PeopleContext>
    </NamesContext>
  );
}

interface ConversationEndProps {
  readonly conversation: Conversation;
  readonly agent: AgentProfile;
  readonly messages: readonly Message[];
  readonly onOpen: ((conversationId: string) => void) | undefined;
}

/** What follows the recorded messages: the text that streams, or what the agent does. */
function ConversationEnd({ conversation, agent, messages, onOpen }: ConversationEndProps) {
  const streamed = useStreamedText(conversation, messages);
  return (
    <>
      {streamed && <StreamingText streamed={streamed} agent={agent} before={messages.at(-1)} />}
      <StatusLine conversation={conversation} agent={agent.title} isWriting={streamed !== undefined} onOpen={onOpen} />
    </>
  );
}

/** The open inquiries of a conversation, oldest first; of several, those of the messages that are loaded. */
function useOpenInquiries(conversation: Conversation | undefined, messages: readonly Message[]): readonly Inquiry[] {
  return useMemo(() => {
    if (conversation?.inquiry) return [conversation.inquiry];
    if ((conversation?.openInquiries ?? 0) === 0) return [];
    return inquiriesIn(messages).filter((inquiry) => !isResolved(inquiry));
  }, [conversation, messages]);
}

/** The title and avatar of an agent, the same object until they change. */
function useAgentProfile(name: string): AgentProfile {
  const { title, avatar } = useAgent(name);
  const { symbol, hue } = avatar;
  return useMemo(() => ({ title, avatar: { symbol, hue } }), [title, symbol, hue]);
}

function useEarlierMessages(conversationId: string, keepScrollPosition: () => void) {
  const { live } = useAskback();
  const [isLoading, setIsLoading] = useState(false);
  const show = useCallback(async () => {
    const { queryKey } = live.queries.thread(conversationId);
    const count = () => live.queryClient.getQueryData<Thread>(queryKey)?.messages.length ?? 0;
    const before = count();
    setIsLoading(true);
    keepScrollPosition();
    await live.queries.fetchEarlier(conversationId);
    setIsLoading(false);
    return count() > before;
  }, [live, conversationId, keepScrollPosition]);
  return { isLoading, show };
}

interface ChatStateProps {
  readonly thread: AsyncState<Thread>;
  readonly agent: string;
  readonly isFormatting: boolean;
}

/** Says that a conversation is loading, could not be loaded, or is empty. */
function ChatState({ thread, agent, isFormatting }: ChatStateProps) {
  const t = useTranslation();
  const loading = (
    <p key="loading" className="ask-chat-empty ask-muted">
      {t("chat.loading")}
    </p>
  );
  if (isFormatting && thread.data) return loading;
  switch (thread.status) {
    case "pending":
      return loading;
    case "error": {
      const problem = bidiIsolate(thread.error.title);
      return thread.data ? (
        <p className="ask-alert" role="status">
          {t("chat.stale", { problem })}
        </p>
      ) : (
        <p key="failed" className="ask-chat-empty" role="alert">
          {t("chat.failed", { problem })}
        </p>
      );
    }
    case "success": {
      if (thread.data.messages.length > 0) return null;
      return (
        <p key="empty" className="ask-chat-empty ask-muted">
          {t(thread.data.conversation.kind ? "external.empty" : "chat.empty", { agent: bidiIsolate(agent) })}
        </p>
      );
    }
  }
}
