import { useCallback, useMemo, useRef, useState } from "react";
import { useAskback } from "../askback-context.ts";
import { useLanguageAttributes } from "../i18n/use-language-attributes.ts";
import { useWords } from "../i18n/use-words.ts";
import { valueIn } from "../live/known.ts";
import { useSource } from "../use-source.ts";
import { ChatHeader } from "./chat-header.tsx";
import { ChatState } from "./chat-state.tsx";
import { ChildFoot } from "./child-foot.tsx";
import { Composer } from "./composer.tsx";
import { ComposerContext, type ComposerHandle } from "./composer-context.ts";
import { StatusLine } from "./status-line.tsx";
import { StreamingText } from "./streaming-text.tsx";
import { TodoPanel } from "./todo-panel.tsx";
import { Transcript } from "./transcript.tsx";
import { useEndOfLog } from "./use-end-of-log.ts";
import { useQuestionInSight } from "./use-question-in-sight.ts";
import { WaitingBar } from "./waiting-bar.tsx";

export interface ChatProps {
  /** Its id. */
  readonly conversation: string;
  /** Goes to another conversation: a fork, a sub-agent, the parent. Without it nothing leads there. */
  readonly onOpen?: (conversationId: string) => void;
  /** The reader deleted it, and wants to be elsewhere. */
  readonly onDeleted?: () => void;
  /** The message to begin at; the latest where it is left out. */
  readonly message?: string | undefined;
}

/** A conversation: what was said, what is asked, and where to write. */
export function Chat({ conversation, ...rest }: ChatProps) {
  return <ChatOf key={conversation} id={conversation} {...rest} />;
}

interface ChatOfProps extends Omit<ChatProps, "conversation"> {
  readonly id: string;
}

function ChatOf({ id, onOpen, onDeleted, message }: ChatOfProps) {
  const words = useWords();
  const attributes = useLanguageAttributes();
  const known = useSource(useAskback().live.thread(id));
  const thread = valueIn(known);
  const { conversation, messages = [], hasEarlier = false } = thread ?? {};
  const { scroller, flow, isAtEnd, goToEnd, keepPlace } = useEndOfLog(messages[0]?.id, message);
  const earlier = useEarlier(id, keepPlace);
  const question = useQuestionInSight(scroller, conversation?.inquiry?.id, messages, earlier.show);
  const composer = useRef<ComposerHandle>(null);
  const handle = useMemo(
    (): ComposerHandle => ({
      focus: () => composer.current?.focus(),
      quote: (quotation) => composer.current?.quote(quotation),
    }),
    [],
  );
  const isMissing = known.status === "failed" && !thread && known.problem.status !== 0;

  return (
    <section
      className="ask-chat"
      aria-label={words("chat.label")}
      aria-busy={known.status === "loading"}
      {...attributes}
    >
      {conversation ? (
        <ChatHeader conversation={conversation} onOpen={onOpen} onDeleted={onDeleted} />
      ) : (
        <h1 className="ask-hidden">{words("chat.label")}</h1>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <div className="ask-chat-scroll" ref={scroller} tabIndex={0}>
        <div className="ask-chat-flow" ref={flow}>
          <ChatState known={known} />
          {hasEarlier && (
            <button type="button" className="ask-button ask-earlier" onClick={earlier.show}>
              {words(earlier.isLoading ? "chat.earlier-loading" : "chat.earlier")}
            </button>
          )}
          {conversation && (
            <>
              <ComposerContext value={conversation.parent ? undefined : handle}>
                <Transcript messages={messages} agent={conversation.agent} onOpen={onOpen} />
              </ComposerContext>
              <StreamingText conversationId={id} agent={conversation.agent} messages={messages} />
              <StatusLine conversation={conversation} onOpen={onOpen} />
            </>
          )}
        </div>
      </div>
      <div className="ask-chat-foot">
        {!isAtEnd && (
          <button type="button" className="ask-button ask-latest" onClick={goToEnd}>
            {words("chat.latest")}
          </button>
        )}
        {conversation?.inquiry && !question.isInSight && (
          <WaitingBar inquiry={conversation.inquiry} onGo={question.go} />
        )}
        {conversation?.todos && conversation.todos.length > 0 && <TodoPanel todos={conversation.todos} />}
        {/* One may write before anything is read, and without a connection. */}
        {conversation?.parent ? (
          <ChildFoot conversation={conversation} parent={conversation.parent} onOpen={onOpen} />
        ) : (
          !isMissing && <Composer conversationId={id} conversation={conversation} onSend={goToEnd} ref={composer} />
        )}
      </div>
    </section>
  );
}

function useEarlier(conversationId: string, keepPlace: () => void) {
  const { live } = useAskback();
  const [isLoading, setIsLoading] = useState(false);
  const show = useCallback(async () => {
    const thread = live.thread(conversationId);
    const count = () => valueIn(thread.get())?.messages.length ?? 0;
    const before = count();
    setIsLoading(true);
    keepPlace();
    await thread.showEarlier();
    setIsLoading(false);
    return count() > before;
  }, [live, conversationId, keepPlace]);
  return { isLoading, show };
}
