import { neutralise } from "@askback/core";
import { plainWords } from "../text/plain-words.ts";
import { isSettled, type Phrase, type TimeWriter, titleOf } from "./card-words.ts";
import type { Warning } from "./deadline.ts";
import type { InquiryCard } from "./inquiry-card.ts";
import { oneTapHold } from "./one-tap.ts";

/** What is read out, and whether it may interrupt. */
export interface Announcement {
  readonly phrases: readonly Phrase[];
  readonly politeness: "polite" | "assertive";
}

/** A new card, to whoever does not see it. Where the focus went to it, or words are to be few, the way there is left out. */
export function arrival({ inquiry }: Pick<InquiryCard, "inquiry">, knowsTheWay: boolean): Announcement {
  const [question] = inquiry.questions;
  const values = {
    agent: neutralise(inquiry.agent),
    question: neutralise(plainWords(question?.text ?? "")),
    options: question?.options.length ?? 0,
    questions: inquiry.questions.length,
  };
  const asked: Phrase = { id: "card.say.asked", values };
  return polite(asked, ...(knowsTheWay ? [] : [{ id: "card.say.goThere" } as const]));
}

/** What is told when a card has changed; nothing where there is nothing new. */
export function change(before: InquiryCard, after: InquiryCard, time: TimeWriter): Announcement | undefined {
  if (before.state !== after.state) return ofState(before, after, time);
  if (before.sending.status !== after.sending.status) return ofSending(before, after);
  if (after.failedAct && before.failedAct !== after.failedAct) return assertive(`card.failed.${after.failedAct.act}`);
  if (before.inquiry.revision !== after.inquiry.revision) return polite({ id: "card.say.changed" });
  if (!before.restored && after.restored) return polite({ id: "card.say.restored" });
  if (before.isOffline !== after.isOffline)
    return polite({ id: after.isOffline ? "card.say.offline" : "card.say.online" });
  return undefined;
}

function ofState(before: InquiryCard, after: InquiryCard, time: TimeWriter): Announcement | undefined {
  if (after.state === "submitting")
    return polite({ id: after.sending.status === "queued" ? "card.say.queued" : "card.say.sending" });
  if (after.state === "held") return polite({ id: "card.say.held", values: { seconds: oneTapHold } });
  if (after.state === "pending" && before.state === "held") return polite({ id: "card.say.undone" });
  if (after.state === "pending" && after.sending.status === "failed") return failed;
  if (!isSettled(after.state)) return undefined;
  const kept: readonly Phrase[] = after.recovered === undefined ? [] : [{ id: "card.say.kept" }];
  return polite(titleOf(after, time), ...kept);
}

function ofSending(before: InquiryCard, after: InquiryCard): Announcement | undefined {
  switch (after.sending.status) {
    case "failed":
      return failed;
    case "queued":
      return polite({ id: "card.say.queued" });
    case "sending":
      return before.sending.status === "queued" ? polite({ id: "card.say.online" }) : undefined;
    case "none":
      return undefined;
  }
}

/** Before a deadline: at two minutes beside what is read, at 30 seconds at once. */
export function warning(kind: Warning): Announcement {
  return kind === "soon" ? polite({ id: "card.say.expiresSoon" }) : assertive("card.say.expiresNow");
}

/** Why nothing was sent, told at once since the focus moves there. */
export function gap(number: number, count: number): Announcement {
  const phrase: Phrase = count === 1 ? { id: "card.gap.one" } : { id: "card.gap.number", values: { number } };
  return { phrases: [phrase], politeness: "assertive" };
}

const failed = assertive("card.say.failed");

function assertive(id: Phrase["id"]): Announcement {
  return { phrases: [{ id }], politeness: "assertive" };
}

function polite(...phrases: readonly Phrase[]): Announcement {
  return { phrases, politeness: "polite" };
}
