import { useEffect, useRef } from "react";
import { systemClock } from "../data/clock.ts";
import { type InquiryCard, oneTapHold } from "../data/inquiry/inquiry-card.ts";
import type { MessageDescriptor } from "../i18n/use-translation.ts";
import { type Announcement, useAnnounce } from "../ui/announce.ts";
import { type TimeFormat, useClock } from "../ui/time.tsx";
import { useLatest } from "../ui/use-latest.ts";
import { useAmendmentFormats } from "./amendment-notice.tsx";
import { type AmendmentFormats, amendmentMessages } from "./amendment-words.ts";
import { agentTitleOf, isResolved, questionText, titleOf } from "./card-title.ts";
import { nextChange, type Warning, warningAt } from "./deadline.tsx";

/** Announces each change of a card once, and the warnings before its deadline. */
export function useCardAnnouncements(card: InquiryCard): void {
  const announce = useAnnounce();
  const clock = useClock();
  const formats = useAmendmentFormats();
  const announced = useRef(card);

  useEffect(() => {
    const announcement = changeAnnouncement(announced.current, card, formats);
    announced.current = card;
    if (announcement) void announce(announcement);
  });

  const { askedAt, deadline } = card.inquiry;
  const isOpen = card.state === "pending";
  const warn = useLatest(() => {
    const kind = warningAt({ askedAt, deadline }, clock());
    if (kind) void announce(deadlineAnnouncement(kind));
  });
  useEffect(() => {
    if (!isOpen) return;
    const waiting = { stop: () => {} };
    const wait = () => {
      const ms = nextChange({ askedAt, deadline }, clock());
      // A timer of more than 24 days would fire at once.
      if (ms === undefined || ms > 2 ** 31 - 1) return;
      waiting.stop = systemClock.after(ms, () => {
        warn.current();
        wait();
      });
    };
    wait();
    return () => waiting.stop();
  }, [isOpen, askedAt, deadline, warn, clock]);
}

/** A new card. How to get to it is left out for somebody who is there or wants brief announcements. */
export function newCardAnnouncement(card: Pick<InquiryCard, "inquiry" | "agentTitle">, isBrief: boolean): Announcement {
  const { inquiry } = card;
  const [question] = inquiry.questions;
  const values = {
    agent: agentTitleOf(card),
    question: questionText(inquiry, question?.text),
    options: question?.options.length ?? 0,
    questions: inquiry.questions.length,
  };
  const asked: MessageDescriptor = { id: "card.say.asked", values };
  return polite(asked, ...(isBrief ? [] : [{ id: "card.say.goThere" } as const]));
}

/** What is announced when a card has changed; undefined if there is nothing new. */
export function changeAnnouncement(
  before: InquiryCard,
  after: InquiryCard,
  formats: AmendmentFormats,
): Announcement | undefined {
  // An answer that was refused, since the question changed while it was on its way.
  if (after.amendment?.isAnswerRefused && !before.amendment?.isAnswerRefused)
    return { ...amended(after, formats), politeness: "assertive" };
  if (after.isGone && !before.isGone) return assertive("card.gone");
  if (before.state !== after.state) return stateAnnouncement(before, after, formats.time);
  if (before.sending.status !== after.sending.status) return sendingAnnouncement(before, after);
  const { waitingAction, failedAction } = after;
  if (failedAction && before.failedAction !== failedAction) return assertive(`card.failed.${failedAction.action}`);
  if (waitingAction && before.waitingAction !== waitingAction)
    return polite({ id: `card.waiting.${waitingAction.action}` });
  if (before.inquiry.revision !== after.inquiry.revision) return amended(after, formats);
  if (!before.restored && after.restored) return polite({ id: "card.say.restored" });
  if (before.isOffline !== after.isOffline)
    return polite({ id: after.isOffline ? "card.say.offline" : "card.say.online" });
  return undefined;
}

function stateAnnouncement(before: InquiryCard, after: InquiryCard, time: TimeFormat): Announcement | undefined {
  if (after.state === "submitting")
    return after.sending.status === "queued" ? queued(after.sending) : polite({ id: "card.say.sending" });
  if (after.state === "held") return polite({ id: "card.say.held", values: { seconds: oneTapHold } });
  if (after.state === "pending" && before.state === "held") return polite({ id: "card.say.undone" });
  if (after.state === "pending" && after.sending.status === "failed") return failed;
  if (!isResolved(after.state)) return undefined;
  const recovered: readonly MessageDescriptor[] = after.recovered === undefined ? [] : [{ id: "card.say.kept" }];
  return polite(titleOf(after, time), ...recovered);
}

function sendingAnnouncement(before: InquiryCard, after: InquiryCard): Announcement | undefined {
  switch (after.sending.status) {
    case "failed":
      return failed;
    case "queued":
      return queued(after.sending);
    case "sending":
      return before.sending.status === "queued" ? polite({ id: "card.say.online" }) : undefined;
    case "none":
      return undefined;
  }
}

function queued({ isServerBusy }: { readonly isServerBusy?: true }): Announcement {
  return polite({ id: isServerBusy ? "card.serverBusy" : "card.say.queued" });
}

function amended({ amendment }: InquiryCard, formats: AmendmentFormats): Announcement {
  return polite({ id: "card.say.changed" }, ...(amendment ? amendmentMessages(amendment, formats) : []));
}

/** Before a deadline: politely at two minutes, and at once at 30 seconds. */
export function deadlineAnnouncement(kind: Warning): Announcement {
  return kind === "soon" ? polite({ id: "card.say.expiresSoon" }) : assertive("card.say.expiresNow");
}

/** Why nothing was sent. It interrupts, since the focus moves to the question. */
export function gapAnnouncement(number: number, count: number): Announcement {
  const message: MessageDescriptor =
    count === 1 ? { id: "card.gap.one" } : { id: "card.gap.number", values: { number } };
  return { messages: [message], politeness: "assertive" };
}

const failed = assertive("card.say.failed");

function assertive(id: MessageDescriptor["id"]): Announcement {
  return { messages: [{ id }], politeness: "assertive" };
}

function polite(...messages: readonly MessageDescriptor[]): Announcement {
  return { messages, politeness: "polite" };
}
