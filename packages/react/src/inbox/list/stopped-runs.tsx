import { canRetry, neutralise } from "@askback/core";
import type { Conversation } from "@askback/core/wire";
import { useLingui } from "@lingui/react";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { AgentAvatar } from "../../agent-avatar.tsx";
import { useAskback } from "../../askback-context.ts";
import { CommandButton } from "../../command-button.tsx";
import { useTranslation } from "../../i18n/use-translation.ts";
import { failureText } from "../../text/failure-text.ts";
import { formatMoment } from "../../ui/time.tsx";
import { useAgent } from "../../use-agents.ts";
import { type ConversationRows, useConversations } from "../../use-conversations.ts";
import { useMinute } from "../../use-minute.ts";
import { useInboxContext } from "../inbox-context.ts";

/** Runs that stopped longer ago are history, and are found in the list of conversations. */
const shownForMs = 7 * 24 * 3_600_000;

/** The conversations whose run failed or paused lately, the latest last. */
interface StoppedList {
  readonly conversations: readonly Conversation[];
  readonly isPending: boolean;
}

const noneStopped: StoppedList = { conversations: [], isPending: false };

/** Lists the runs that stopped, if the reader looks at what needs them. */
export function useStoppedRuns(): StoppedList {
  const now = useMinute();
  const { agent, view, q } = useInboxContext().route;
  const failed = useConversations("", { agent, status: "failed" });
  const paused = useConversations("", { agent, status: "paused" });
  if (view !== "needs-you" || q) return noneStopped;
  const conversations = [failed, paused]
    .flatMap((list) => (list.isOutdated ? [] : list.conversations))
    .filter(({ updatedAt = "" }) => now - Date.parse(updatedAt) < shownForMs)
    .toSorted((one, other) => (one.updatedAt ?? "").localeCompare(other.updatedAt ?? ""));
  return { conversations, isPending: [failed, paused].some(isAwaited) };
}

/** A list of an earlier filter is no list of this one. */
function isAwaited({ status, isOutdated }: Pick<ConversationRows, "status" | "isOutdated">): boolean {
  return status === "pending" || (isOutdated && status !== "error");
}

interface StoppedRunsProps {
  readonly conversations: readonly Conversation[];
  readonly onOpenConversation: ((conversationId: string) => void) | undefined;
}

/** Rows of runs that stopped: they go on only if somebody looks at them. */
export function StoppedRuns({ conversations, onOpenConversation }: StoppedRunsProps) {
  const t = useTranslation();
  if (conversations.length === 0) return null;
  return (
    <section className="ask-stopped" aria-label={t("failure.stopped-label")}>
      <p className="ask-stopped-title">{t("failure.stopped")}</p>
      <ul>
        {conversations.map((conversation) => (
          <StoppedRun key={conversation.id} conversation={conversation} onOpen={onOpenConversation} />
        ))}
      </ul>
    </section>
  );
}

interface StoppedRunProps {
  readonly conversation: Conversation;
  readonly onOpen: StoppedRunsProps["onOpenConversation"];
}

function StoppedRun({ conversation, onOpen }: StoppedRunProps) {
  const t = useTranslation();
  const { i18n } = useLingui();
  const now = useMinute();
  const { client } = useAskback();
  const { id, status, error, title = "", updatedAt = "" } = conversation;
  const agent = useAgent(conversation.agent);
  const row = useRef<HTMLLIElement>(null);
  useFocusOfRemoved(row);
  return (
    <li className="ask-stopped-row" ref={row} tabIndex={-1} data-status={status}>
      <span className="ask-row-sign">
        <AgentAvatar avatar={agent.avatar} />
      </span>
      <div className="ask-row-head">
        <span className="ask-row-names">
          <bdi className="ask-row-agent">{neutralise(agent.title)}</bdi>
          {title !== "" && <bdi className="ask-row-title">{neutralise(title)}</bdi>}
        </span>
        <time className="ask-row-time" dateTime={updatedAt}>
          {formatMoment(Date.parse(updatedAt), now, i18n.locale)}
        </time>
      </div>
      <p className="ask-stopped-reason">{status === "paused" ? t("failure.paused") : failureText(error ?? {}, t)}</p>
      <div className="ask-stopped-actions">
        {onOpen && (
          <button type="button" className="ask-button" onClick={() => onOpen(id)}>
            {t("chat.open")}
          </button>
        )}
        {status === "paused" && (
          <CommandButton perform={() => client.conversations.resume(id)}>{t("status.resume")}</CommandButton>
        )}
        {status === "failed" && canRetry(error?.kind) && (
          <CommandButton perform={() => client.conversations.retry(id)}>{t("failure.try-now")}</CommandButton>
        )}
      </div>
    </li>
  );
}

/** Gives the focus of a row that disappears, as after its retry, to a row beside it or to the inbox. */
function useFocusOfRemoved(row: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      if (!element?.matches(":focus-within")) return;
      const neighbour = element.nextElementSibling ?? element.previousElementSibling;
      const next = neighbour instanceof HTMLElement ? neighbour : element.closest<HTMLElement>(".ask-inbox");
      next?.focus({ preventScroll: true });
    };
  }, [row]);
}
