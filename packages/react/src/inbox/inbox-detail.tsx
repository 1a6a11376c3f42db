import type { Inquiry } from "@askback/core/wire";
import { useEffect, useId, useRef, useState } from "react";
import { useAskback } from "../askback-context.ts";
import { QuestionCard } from "../card/question-card.tsx";
import { useWords } from "../i18n/use-words.ts";
import { isSettled } from "../live/inquiry-order.ts";
import { valueIn } from "../live/known.ts";
import { useSource } from "../use-source.ts";
import { DeclineForm } from "./decline-form.tsx";
import { useInboxParts } from "./inbox-context.ts";
import { InboxHistory } from "./inbox-history.tsx";
import { InboxIcon } from "./inbox-icon.tsx";
import { InboxThread } from "./inbox-thread.tsx";
import { isUnread } from "./inbox-view.ts";
import { RowNames } from "./row-names.tsx";
import { SnoozeMenu } from "./snooze-menu.tsx";
import { useInboxLive } from "./use-inbox-live.ts";
import { useInquiryActs } from "./use-inquiry-acts.ts";

/** What is asked of the open inquiry by a key or a button. */
export type Asked = "snooze" | "decline" | undefined;

interface InboxDetailProps {
  readonly inquiryId: string;
  readonly asked: Asked;
  onAsk(asked: Asked): void;
  readonly onOpenConversation: ((conversationId: string) => void) | undefined;
}

/** The open inquiry: what was said before, the same card as in the chat, and what else can be done with it. */
export function InboxDetail({ inquiryId, ...rest }: InboxDetailProps) {
  const words = useWords();
  const { place, go } = useInboxParts();
  const known = useSource(useAskback().live.inquiry(inquiryId));
  const inquiry = valueIn(known);
  const heading = useRef<HTMLHeadingElement>(null);
  const isThere = inquiry !== undefined;
  useEffect(() => {
    if (isThere) heading.current?.focus({ preventScroll: true });
  }, [isThere]);
  const { asked } = rest;
  const isDeclined = useRef(false);
  const noteDeclined = () => {
    isDeclined.current = true;
  };
  useEffect(() => {
    if (asked !== undefined || !isDeclined.current) return;
    isDeclined.current = false;
    // The row that had the focus leaves, and whoever goes on by keys must not be left nowhere.
    heading.current?.focus({ preventScroll: true });
  }, [asked]);
  const id = useId();
  return (
    <section className="ask-inbox-detail" aria-labelledby={id} aria-live="off">
      <header className="ask-inbox-detail-head">
        <button
          type="button"
          className="ask-button ask-inbox-back"
          onClick={() => go({ ...place, inquiry: undefined })}
        >
          <InboxIcon name="back" />
          <span className="ask-hidden">{words("inbox.back")}</span>
        </button>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {inquiry ? <RowNames inquiry={inquiry} /> : words("inbox.detail")}
        </h2>
        {inquiry && <DetailActions inquiry={inquiry} onDeclined={noteDeclined} {...rest} />}
      </header>
      {known.status === "failed" && !inquiry && <p className="ask-inbox-gone">{words("inbox.gone")}</p>}
      {inquiry && <DetailBody inquiry={inquiry} />}
    </section>
  );
}

/** Shown when all of it is there: what comes in above a card would push it away from under the pointer. */
function DetailBody({ inquiry }: { readonly inquiry: Inquiry }) {
  const thread = useSource(useAskback().live.thread(inquiry.conversationId));
  if (thread.status === "loading") return null;
  return (
    <div className="ask-inbox-detail-body">
      <InboxThread inquiry={inquiry} />
      <div className="ask-inbox-card">
        <QuestionCard id={inquiry.id} />
      </div>
      <InboxHistory inquiry={inquiry} />
    </div>
  );
}

interface DetailActionsProps extends Omit<InboxDetailProps, "inquiryId"> {
  readonly inquiry: Inquiry;
  onDeclined(): void;
}

function DetailActions({ inquiry, onDeclined, asked, onAsk, onOpenConversation }: DetailActionsProps) {
  const words = useWords();
  const { place, go } = useInboxParts();
  const acts = useInquiryActs(inquiry);
  useSeen(inquiry);
  // What is open cannot be declined any more when the inquiry has ended, and still stays until it is closed.
  const [isDeclining, setDeclining] = useState(false);
  const isWished = asked === "decline" && (isDeclining || !isSettled(inquiry));
  if (isWished !== isDeclining) setDeclining(isWished);

  const snooze = async (until: number | null) => {
    if (await acts.snooze(until)) go({ ...place, inquiry: undefined });
  };

  return (
    <div className="ask-inbox-acts">
      {onOpenConversation && (
        <button type="button" className="ask-quiet" onClick={() => onOpenConversation(inquiry.conversationId)}>
          {words("inbox.conversation")}
        </button>
      )}
      {!isSettled(inquiry) && (
        <SnoozeMenu
          inquiry={inquiry}
          isOpen={asked === "snooze"}
          onOpenChange={(isOpen) => onAsk(isOpen ? "snooze" : undefined)}
          onSnooze={snooze}
        />
      )}
      {isDeclining && (
        <DeclineForm
          inquiry={inquiry}
          problem={acts.problem}
          onDecline={async (comment) => {
            const isDone = await acts.decline(comment);
            if (isDone) onDeclined();
            return isDone;
          }}
          onClose={() => onAsk(undefined)}
        />
      )}
      {acts.problem && !isDeclining && (
        <p className="ask-inbox-problem" role="alert">
          {words("inbox.notDone", { reason: acts.problem.title })}
        </p>
      )}
    </div>
  );
}

/** Who opens an inquiry has seen it; the count of what needs them stays. */
function useSeen(inquiry: Inquiry): void {
  const { client } = useAskback();
  const inbox = useInboxLive();
  const { id } = inquiry;
  const isNew = !isSettled(inquiry) && isUnread(inquiry, inbox.clock.now());
  useEffect(() => {
    if (!isNew) return;
    void client.inquiries.see(id).then((reply) => {
      if (reply.ok) inbox.seen(reply.value);
    });
  }, [client, inbox, id, isNew]);
}
