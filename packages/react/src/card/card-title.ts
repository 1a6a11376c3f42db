import { neutralise, readableName } from "@askback/core";
import type { Inquiry, Question } from "@askback/core/wire";
import { isAskedElsewhere } from "../data/inquiry/asked-elsewhere.ts";
import type { CardState, InquiryCard } from "../data/inquiry/inquiry-card.ts";
import type { MessageId } from "../i18n/catalogue.ts";
import type { MessageDescriptor, Values } from "../i18n/use-translation.ts";
import { markdownToPlainText } from "../text/plain-text.ts";
import type { TimeFormat } from "../ui/time.tsx";
import type { View } from "./form/steps.ts";

type TitledCard = Pick<InquiryCard, "state" | "inquiry" | "agentTitle" | "resolverName" | "me">;

/** The agent that asks, as people know it. */
export function agentTitleOf({ inquiry, agentTitle }: Pick<InquiryCard, "inquiry" | "agentTitle">): string {
  return neutralise(agentTitle ?? readableName(inquiry.agent));
}

/** The title of a card: who asks, or how the inquiry was resolved. */
export function titleOf(card: TitledCard, time: TimeFormat): MessageDescriptor {
  const { state, inquiry } = card;
  const agent = agentTitleOf(card);
  const { at = "" } = inquiry.resolution ?? {};
  switch (state) {
    case "pending":
    case "submitting":
      return { id: inquiry.approval ? "card.asksApproval" : "card.asks", values: { agent } };
    case "readonly":
      // Who may not answer is told of an answer that somebody else can still take back, without its words.
      if (inquiry.status === "held") return titleByPerson(card, heldIds, { agent });
      return { id: "card.readonly", values: { agent } };
    case "held":
      return titleByPerson(card, heldIds, { agent });
    case "answered":
      return titleByPerson(card, answeredIds(card), { time: time(at) });
    case "answered-in-chat":
      return titleByPerson(card, { me: "card.answeredInChat.me", other: "card.answeredInChat.other" }, {});
    case "delegated":
      return titleByPerson(card, { me: "card.delegated.me", other: "card.delegated.other" }, { agent });
    case "declined":
      return titleByPerson(card, { me: "card.declined.me", other: "card.declined.other" }, {});
    case "dismissed":
      return titleByPerson(card, isAskedElsewhere(inquiry) ? setAsideIds : dismissedIds, {});
    case "expired":
      return { id: "card.expired", values: { agent, time: time(inquiry.deadline ?? at) } };
    case "withdrawn":
      return resolverOf(inquiry) === card.me
        ? { id: isAskedElsewhere(inquiry) ? "external.withdrawn.me" : "card.withdrawn.me" }
        : { id: "card.withdrawn", values: { agent } };
    case "superseded":
      return { id: "card.superseded" };
  }
}

/** The name of a card among the other regions of a page, which is that of all its questions. */
export function regionTitleOf(card: TitledCard, time: TimeFormat): MessageDescriptor {
  const { length: count } = card.inquiry.questions;
  const isOpen = card.state === "pending" || card.state === "submitting";
  if (!isOpen || count === 1) return titleOf(card, time);
  return { id: "card.asksSeveral", values: { agent: agentTitleOf(card), count } };
}

/** The question that is the title of a card; undefined where several are shown together. */
export function shownQuestion({ questions }: Pick<Inquiry, "questions">, view: View | undefined): Question | undefined {
  if (view?.type === "question") return questions[view.index];
  return questions.length === 1 && view?.type !== "review" ? questions[0] : undefined;
}

/** The text of a question without its formatting; the title of an approval is no Markdown. */
export function questionText({ approval }: Pick<Inquiry, "approval">, text = ""): string {
  return neutralise(approval ? text : markdownToPlainText(text));
}

interface TitleIds {
  readonly me: MessageId;
  readonly other: MessageId;
}

const dismissedIds: TitleIds = { me: "card.dismissed.me", other: "card.dismissed.other" };
/** Where no message would be read, nobody replies in chat instead. */
const setAsideIds: TitleIds = { me: "external.dismissed.me", other: "external.dismissed.other" };
const heldIds: TitleIds = { me: "card.held.me", other: "card.held.other" };

function answeredIds({ inquiry }: TitledCard): TitleIds {
  if (!inquiry.approval) return { me: "card.answered.me", other: "card.answered.other" };
  return isRefused(inquiry)
    ? { me: "card.refused.me", other: "card.refused.other" }
    : { me: "card.allowed.me", other: "card.allowed.other" };
}

/** Whether the answer to an approval is that the call must not run. */
export function isRefused({ approval, receipt, status }: Pick<Inquiry, "approval" | "receipt" | "status">): boolean {
  return approval !== undefined && status !== "held" && !receipt?.allowed;
}

function titleByPerson(card: TitledCard, { me, other }: TitleIds, values: Values): MessageDescriptor {
  const person = resolverOf(card.inquiry);
  if (person === undefined || person === card.me) return { id: me, values };
  return { id: other, values: { ...values, person: card.resolverName ?? neutralise(person) } };
}

/** Who resolved an inquiry, or holds an answer to it. */
export function resolverOf({ resolution, receipt }: InquiryCard["inquiry"]): string | undefined {
  return resolution?.by ?? receipt?.by;
}

export function isResolved(state: CardState): boolean {
  return state !== "pending" && state !== "submitting" && state !== "readonly" && state !== "held";
}

/** A sign for each state, since colour must not be the only difference. A refused call has that of a refusal. */
export function signOf({ state, inquiry }: Pick<InquiryCard, "state" | "inquiry">): string {
  return state === "answered" && isRefused(inquiry) ? signs.declined : signs[state];
}

const signs = {
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
