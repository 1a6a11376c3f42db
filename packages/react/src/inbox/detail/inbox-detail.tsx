import type { Inquiry } from "@askback/core/wire";
import { useEffect, useId, useRef, useState } from "react";
import { useAskback } from "../../askback-context.ts";
import { QuestionCard } from "../../card/question-card.tsx";
import { isResolved } from "../../data/live/inquiry-recency.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/icon.tsx";
import { useServerQuery } from "../../use-server-query.ts";
import { useInboxContext } from "../inbox-context.ts";
import { isUnread } from "../inbox-view.ts";
import { RowNames } from "../list/inbox-row.tsx";
import { useInboxData } from "../use-inbox.ts";
import type { InboxActions } from "../use-inbox-actions.ts";
import { AssignMenu } from "./assign-menu.tsx";
import { DeclineForm } from "./decline-form.tsx";
import { InboxHistory } from "./inbox-history.tsx";
import { InboxThread } from "./inbox-thread.tsx";
import { isRepeatable, MakeStanding } from "./make-standing.tsx";
import { SnoozeMenu } from "./snooze-menu.tsx";

/** The action on the open inquiry that a key or button requested, whose menu or dialog is open. */
export type RequestedAction = "snooze" | "decline" | undefined;

interface InboxDetailProps {
  readonly inquiryId: string;
  readonly requested: RequestedAction;
  onRequest(action: RequestedAction): void;
  readonly actions: InboxActions;
  readonly onOpenConversation: ((conversationId: string) => void) | undefined;
}

/** The open inquiry: the messages before it, its card, and its actions. */
export function InboxDetail({ inquiryId, ...rest }: InboxDetailProps) {
  const t = useTranslation();
  const { route, go } = useInboxContext();
  const { data: inquiry, status } = useServerQuery(useAskback().live.queries.inquiry(inquiryId));
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = inquiry !== undefined;
  useEffect(() => {
    if (isLoaded) heading.current?.focus({ preventScroll: true });
  }, [isLoaded]);
  const { requested } = rest;
  const isDeclined = useRef(false);
  const onDeclined = () => {
    isDeclined.current = true;
  };
  useEffect(() => {
    if (requested !== undefined || !isDeclined.current) return;
    isDeclined.current = false;
    // The row that had the focus is removed, and the focus must not get lost with it.
    heading.current?.focus({ preventScroll: true });
  }, [requested]);
  const id = useId();
  return (
    <section className="ask-inbox-detail" aria-labelledby={id} aria-live="off">
      <header className="ask-inbox-detail-head">
        <button type="button" className="ask-icon ask-inbox-back" onClick={() => go({ ...route, inquiry: undefined })}>
          <Icon name="back" />
          <span className="ask-hidden">{t("inbox.back")}</span>
        </button>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {inquiry ? <RowNames inquiry={inquiry} /> : t("inbox.detail")}
        </h2>
        {inquiry && <DetailActions inquiry={inquiry} onDeclined={onDeclined} {...rest} />}
      </header>
      {status === "error" && !inquiry && <p className="ask-inbox-gone">{t("inbox.gone")}</p>}
      {inquiry && <DetailBody inquiry={inquiry} />}
    </section>
  );
}

/** Rendered when the messages are loaded: if they came later, they would move the card under the pointer. */
function DetailBody({ inquiry }: { readonly inquiry: Inquiry }) {
  const thread = useServerQuery(useAskback().live.queries.thread(inquiry.conversationId));
  if (thread.status === "pending") return null;
  return (
    <div className="ask-inbox-detail-body">
      <InboxThread inquiry={inquiry} />
      <div className="ask-inbox-card">
        <QuestionCard id={inquiry.id} />
      </div>
      <InboxHistory inquiry={inquiry} />
      {isRepeatable(inquiry) && (
        <MakeStanding
          inquiryId={inquiry.id}
          agent={inquiry.agent}
          question={inquiry.questions.map(({ text }) => text).join(" ")}
          answer={inquiry.resolution?.text ?? ""}
        />
      )}
    </div>
  );
}

interface DetailActionsProps extends Omit<InboxDetailProps, "inquiryId"> {
  readonly inquiry: Inquiry;
  onDeclined(): void;
}

function DetailActions(props: DetailActionsProps) {
  const { inquiry, actions, onDeclined, requested, onRequest, onOpenConversation } = props;
  const t = useTranslation();
  const { route, go } = useInboxContext();
  useSeen(inquiry);
  // The dialog stays until it is closed, also if the inquiry is resolved meanwhile.
  const [isDeclining, setDeclining] = useState(false);
  const [problem, setProblem] = useState<string>();
  const wantsDecline = requested === "decline" && (isDeclining || !isResolved(inquiry));
  if (wantsDecline !== isDeclining) setDeclining(wantsDecline);

  const snooze = async (until: number | null) => {
    const { failures } = await actions.snooze([inquiry], until);
    if (failures.length === 0) go({ ...route, inquiry: undefined });
  };

  return (
    <div className="ask-inbox-actions">
      {onOpenConversation && (
        <button type="button" className="ask-quiet" onClick={() => onOpenConversation(inquiry.conversationId)}>
          <Icon name="open" />
          <span>{t("inbox.conversation")}</span>
        </button>
      )}
      {problem !== undefined && <span className="ask-inbox-problem">{problem}</span>}
      <AssignMenu inquiry={inquiry} onProblem={setProblem} />
      {!isResolved(inquiry) && (
        <SnoozeMenu
          inquiries={[inquiry]}
          isOpen={requested === "snooze"}
          onOpenChange={(isOpen) => onRequest(isOpen ? "snooze" : undefined)}
          onSnooze={snooze}
        />
      )}
      {isDeclining && <DeclineForm inquiry={inquiry} onDeclined={onDeclined} onClose={() => onRequest(undefined)} />}
    </div>
  );
}

/** Marks an inquiry as seen when it is opened. It still counts as open. */
function useSeen(inquiry: Inquiry): void {
  const { client } = useAskback();
  const inbox = useInboxData();
  const { id } = inquiry;
  const isNew = !isResolved(inquiry) && isUnread(inquiry, inbox.clock.now());
  useEffect(() => {
    if (!isNew) return;
    void client.inquiries.see(id).then((reply) => {
      if (reply.ok) inbox.seen(reply.value);
    });
  }, [client, inbox, id, isNew]);
}
