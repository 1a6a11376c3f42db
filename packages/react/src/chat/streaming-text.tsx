import type { Message } from "@askback/core/wire";
import { useAskback } from "../askback-context.ts";
import { useWords } from "../i18n/use-words.ts";
import { isRecorded } from "../live/is-recorded.ts";
import { isolated } from "../text/isolated.ts";
import { StreamedText } from "../text/streamed-text.tsx";
import { useSource } from "../use-source.ts";

interface StreamingTextProps {
  readonly conversationId: string;
  readonly agent: string;
  readonly messages: readonly Message[];
}

/** What the model writes right now. It is read out when it is whole, as a message. */
export function StreamingText({ conversationId, agent, messages }: StreamingTextProps) {
  const words = useWords();
  const { live } = useAskback();
  const streamed = useSource(live.text(conversationId));
  // The reply may be recorded, and shown as such, before its last piece is heard.
  if (!streamed?.text || isRecorded(streamed, messages)) return null;
  return (
    <div className="ask-message" data-role="agent" data-streaming="true" aria-live="off">
      <header className="ask-message-head">
        <bdi className="ask-message-from">{agent}</bdi>
        <span className="ask-hidden">{words("chat.writing", { agent: isolated(agent) })}</span>
      </header>
      <div className="ask-message-body">
        <StreamedText key={`${streamed.runId} ${streamed.step}`} text={streamed.text} />
      </div>
    </div>
  );
}
