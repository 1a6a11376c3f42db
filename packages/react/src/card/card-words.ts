import { neutralise } from "@askback/core";
import type { MessageId } from "../i18n/catalogue.ts";
import type { Values } from "../i18n/use-words.ts";
import type { CardState, InquiryCard } from "./inquiry-card.ts";

/** A message and what stands in it. */
export interface Phrase {
  readonly id: MessageId;
  readonly values?: Values;
}

type Told = Pick<InquiryCard, "state" | "inquiry" | "me">;

/** How times are written in the reader's language. */
export type TimeWriter = (time: string) => string;

/** What the card's first line says of its state. */
export function titleOf(card: Told, time: TimeWriter): Phrase {
  const { state, inquiry } = card;
  const agent = neutralise(inquiry.agent);
  const { at = "" } = inquiry.resolution ?? {};
  switch (state) {
    case "pending":
    case "submitting":
      return { id: inquiry.approval ? "card.asksApproval" : "card.asks", values: { agent } };
    case "readonly":
      return { id: "card.readonly", values: { agent } };
    case "held":
      return byWhom(card, { me: "card.held.me", other: "card.held.other" }, { agent });
    case "answered":
      return byWhom(card, answeredIds(card), { time: time(at) });
    case "answered-in-chat":
      return byWhom(card, { me: "card.answeredInChat.me", other: "card.answeredInChat.other" }, {});
    case "delegated":
      return byWhom(card, { me: "card.delegated.me", other: "card.delegated.other" }, { agent });
    case "declined":
      return byWhom(card, { me: "card.declined.me", other: "card.declined.other" }, {});
    case "dismissed":
      return byWhom(card, { me: "card.dismissed.me", other: "card.dismissed.other" }, {});
    case "expired":
      return { id: "card.expired", values: { agent, time: time(inquiry.deadline ?? at) } };
    case "withdrawn":
      return winnerOf(inquiry) === card.me ? { id: "card.withdrawn.me" } : { id: "card.withdrawn", values: { agent } };
    case "superseded":
      return { id: "card.superseded" };
  }
}

interface Ids {
  readonly me: MessageId;
  readonly other: MessageId;
}

function answeredIds({ inquiry: { approval, receipt } }: Told): Ids {
  if (!approval) return { me: "card.answered.me", other: "card.answered.other" };
  return receipt?.allowed
    ? { me: "card.allowed.me", other: "card.allowed.other" }
    : { me: "card.refused.me", other: "card.refused.other" };
}

function byWhom(card: Told, { me, other }: Ids, values: Values): Phrase {
  const person = winnerOf(card.inquiry);
  if (person === undefined || person === card.me) return { id: me, values };
  return { id: other, values: { ...values, person: neutralise(person) } };
}

/** Who resolved an inquiry, or holds an answer to it. */
export function winnerOf({ resolution, receipt }: InquiryCard["inquiry"]): string | undefined {
  return resolution?.by ?? receipt?.by;
}

export function isSettled(state: CardState): boolean {
  return state !== "pending" && state !== "submitting" && state !== "readonly" && state !== "held";
}

/** A sign for each state, so that colour is never the only difference. */
export const signs = {
  pending: "?",
  submitting: "?",
  readonly: "?",
  held: "◷",
  answered: "✓",
  "answered-in-chat": "✓",
  delegated: "↷",
  declined: "⊘",
  dismissed: "✎",
  expired: "◔",
  superseded: "↻",
  withdrawn: "↶",
} as const satisfies Record<CardState, string>;
