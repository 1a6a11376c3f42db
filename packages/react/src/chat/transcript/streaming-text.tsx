import type { AgentProfile } from "@askback/core";
import type { Conversation, Message } from "@askback/core/wire";
import { useAskback } from "../../askback-context.ts";
import { isRecorded, type LiveText } from "../../data/live/live-text.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { StreamedText } from "../../text/agent-text.tsx";
import { bidiIsolate } from "../../text/sentence.tsx";
import { useServerQuery } from "../../use-server-query.ts";
import { MessageHead } from "./message-item.tsx";

/** What the model is writing, until it is recorded as a message. */
export function useStreamedText(
  { id, runId }: Pick<Conversation, "id" | "runId">,
  messages: readonly Message[],
): LiveText | undefined {
  const { live } = useAskback();
  const streamed = useServerQuery(live.queries.text(id)).data?.text;
  // Until the messages before it are read, they would push it down when they appear.
  if (streamed && runId !== undefined && streamed.runId !== runId) return undefined;
  // The recorded reply may arrive before the last piece of the stream.
  return streamed?.text && !isRecorded(streamed, messages) ? streamed : undefined;
}

interface StreamingTextProps {
  readonly streamed: LiveText;
  readonly agent: AgentProfile;
  /** The last message, to which the text may belong. */
  readonly before: Message | undefined;
}

/** What the model is writing, in the place where it will be a message. It is read out then. */
export function StreamingText({ streamed, agent, before }: StreamingTextProps) {
  const t = useTranslation();
  const isContinued = before?.role === "agent" && before.runId === streamed.runId;
  return (
    <div
      className="ask-message"
      data-role="agent"
      data-streaming="true"
      data-continued={isContinued || undefined}
      aria-live="off"
    >
      {isContinued ? (
        <span className="ask-hidden">{t("chat.writing", { agent: bidiIsolate(agent.title) })}</span>
      ) : (
        <MessageHead author={agent}>
          <span className="ask-hidden">{t("chat.writing", { agent: bidiIsolate(agent.title) })}</span>
        </MessageHead>
      )}
      <div className="ask-message-body">
        <StreamedText key={`${streamed.runId} ${streamed.step}`} text={streamed.text} />
      </div>
    </div>
  );
}
