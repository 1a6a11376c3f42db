import { useCallback, useState } from "react";
import { useAskback } from "../askback-context.ts";
import { useWords } from "../i18n/use-words.ts";
import { valueIn } from "../live/known.ts";
import { useSource } from "../use-source.ts";
import { ChatHeader } from "./chat-header.tsx";
import { ChatState } from "./chat-state.tsx";
import { Composer } from "./composer.tsx";
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
}

/** A conversation: what was said, what is asked, and where to write. */
export function Chat({ conversation, onOpen }: ChatProps) {
  return <ChatOf key={conversation} id={conversation} onOpen={onOpen} />;
}

interface ChatOfProps {
  readonly id: string;
  readonly onOpen: ChatProps["onOpen"];
}

function ChatOf({ id, onOpen }: ChatOfProps) {
  const words = useWords();
  const known = useSource(useAskback().live.thread(id));
  const thread = valueIn(known);
  const { conversation, messages = [], hasEarlier = false } = thread ?? {};
  const { scroller, flow, isAtEnd, goToEnd, keepPlace } = useEndOfLog(messages[0]?.id);
  const earlier = useEarlier(id, keepPlace);
  const question = useQuestionInSight(scroller, conversation?.inquiry?.id, earlier.show);
  const isMissing = known.status === "failed" && !thread && known.problem.status !== 0;

  return (
    <section className="ask-chat" aria-label={words("chat.label")} aria-busy={known.status === "loading"}>
      {conversation ? (
        <ChatHeader conversation={conversation} onOpen={onOpen} />
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
              <Transcript messages={messages} agent={conversation.agent} onOpen={onOpen} />
              <StreamingText conversationId={id} agent={conversation.agent} last={messages.at(-1)} />
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
        {!isMissing && <Composer conversationId={id} conversation={conversation} onSend={goToEnd} />}
      </div>
    </section>
  );
}

function useEarlier(conversationId: string, keepPlace: () => void) {
  const { live } = useAskback();
  const [isLoading, setIsLoading] = useState(false);
  const show = useCallback(async () => {
    setIsLoading(true);
    keepPlace();
    await live.thread(conversationId).showEarlier();
    setIsLoading(false);
  }, [live, conversationId, keepPlace]);
  return { isLoading, show };
}
