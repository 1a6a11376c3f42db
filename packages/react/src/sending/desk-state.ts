import type { Answer, Draft, Inquiry, SavedDraft } from "@askback/core/wire";
import { gapsOf, isAnswered, isTextSent } from "../draft/answer-of-draft.ts";
import { answerIn, type DraftAction, drafted, emptyDraft, isEmpty } from "../draft/draft.ts";
import { isSameDraft, wordsOf } from "../draft/draft-fields.ts";
import { draftText } from "../draft/draft-text.ts";
import type { KeptDraft } from "../draft/drafts.ts";
import { remapDraft } from "../draft/remap-draft.ts";
import { isSettled } from "../live/inquiry-order.ts";

/** What somebody has in hand for an inquiry. */
export interface DeskState {
  readonly inquiry: Inquiry;
  readonly draft: Draft;
  readonly restored?: Pick<SavedDraft, "device" | "savedAt"> | undefined;
  /** Drafts of other tabs and devices, which are offered. */
  readonly others: readonly SavedDraft[];
  /** The draft that was sent last from here. */
  readonly sent?: Draft;
  /** Words that lost their place when the questions changed. */
  readonly fallen: string;
  readonly hasChanged: boolean;
}

export function deskFor(inquiry: Inquiry): DeskState {
  return { inquiry, draft: emptyDraft(inquiry), others: [], fallen: "", hasChanged: false };
}

/** The desk after the inquiry was read again. Where its questions changed, what fits stays and the rest is kept as text. */
export function withInquiry(desk: DeskState, inquiry: Inquiry): DeskState {
  const before = desk.inquiry;
  if (before.revision === inquiry.revision) return { ...desk, inquiry };
  const { draft, fellOut } = remapDraft(desk.draft, inquiry, before);
  const hasChanged = desk.hasChanged || !isEmpty(desk.draft);
  return { ...desk, inquiry, draft, hasChanged, fallen: together(desk.fallen, fellOut) };
}

/** What was found when a card came into view. */
export interface Left {
  readonly kept: KeptDraft | undefined;
  readonly fallen: string;
  /** The draft that was on the desk when the search began. */
  readonly since: Draft | undefined;
}

/** The desk with what was found, unless it was changed while the search went on: then what is written here stays. */
export function withLeft(desk: DeskState, { kept, fallen, since }: Left): DeskState {
  const next = desk.draft === since || isEmpty(desk.draft) ? withKept(desk, kept) : desk;
  return { ...next, fallen: together(fallen, next.fallen) };
}

/** A desk shows what is kept: where nothing is, it was discarded in another tab. */
function withKept(desk: DeskState, kept: KeptDraft | undefined): DeskState {
  const { step } = desk.draft;
  if (!kept) return isEmpty(desk.draft) ? desk : { ...desk, draft: { ...emptyDraft(desk.inquiry), step } };
  if (isSameDraft(kept.draft, desk.draft)) return desk;
  const { device, savedAt } = kept;
  const draft = step === 0 ? kept.draft : { ...kept.draft, step };
  return { ...taking(desk, draft), ...(kept.origin !== "here" && { restored: { device, savedAt } }) };
}

/** The desk with what another tab wrote. Where somebody is in the questions stays their own. */
export function mirroring(desk: DeskState, draft: Draft): DeskState {
  return taking(desk, { ...draft, step: desk.draft.step });
}

/** The desk with a draft instead of its own. */
export function taking(desk: DeskState, draft: Draft): DeskState {
  if (draft.revision === desk.inquiry.revision) return { ...desk, draft };
  const remapped = remapDraft(draft, desk.inquiry);
  const hasChanged = desk.hasChanged || !isEmpty(draft);
  return { ...desk, draft: remapped.draft, hasChanged, fallen: together(desk.fallen, remapped.fellOut) };
}

export function withAction(desk: DeskState, action: DraftAction): DeskState {
  if (isSettled(desk.inquiry)) return desk;
  return { ...desk, draft: drafted(desk.inquiry, desk.draft, action), restored: undefined };
}

/** Whether questions have no answer, and had one, or were not there, when an answer was last sent from here. */
export function hasNewGaps({ inquiry, draft, sent }: DeskState): boolean {
  const before = sent?.revision === inquiry.revision ? gapsOf(inquiry, sent) : [];
  return gapsOf(inquiry, draft).some((gap) => !before.includes(gap));
}

/** What was written and has no use any more: the inquiry ended without it, or its place is gone. */
export function recoveredOf(desk: DeskState, me: string | undefined): string {
  const { inquiry, draft, others, fallen } = desk;
  if (!isSettled(inquiry)) return fallen;
  const drafts = [draft, ...others.map((other) => other.draft)];
  const undelivered = drafts.filter((some) => !isDelivered(desk, some, me));
  return together(fallen, ...undelivered.map((some) => draftText(inquiry.questions, some)));
}

/** Whether all drafts end with what this person's answer has delivered. */
export function isOver(desk: DeskState, me: string | undefined): boolean {
  const drafts = [desk.draft, ...desk.others.map(({ draft }) => draft)].filter((some) => !isEmpty(some));
  const isKnown = desk.inquiry.resolution?.answers !== undefined;
  return isKnown && drafts.length > 0 && drafts.every((draft) => isDelivered(desk, draft, me));
}

/** Whether nothing typed in a draft is missing in the answer of its author, who may have given another one elsewhere. */
function isDelivered({ inquiry, sent }: DeskState, draft: Draft, me: string | undefined): boolean {
  const { resolution } = inquiry;
  if (resolution?.type !== "answered" || resolution.by === undefined || resolution.by !== me) return false;
  // Until the answers are read, it is taken for the one that was sent.
  if (!resolution.answers) return true;
  const said = [resolution.comment ?? "", ...resolution.answers.flatMap(wordsIn)];
  const isSent = sent !== undefined && isSameDraft(sent, draft);
  const words = wordsOf(isSent ? withoutReplaced(inquiry, draft) : draft);
  return words.every((some) => said.some((other) => other.includes(some.trim())));
}

function wordsIn(answer: Answer): readonly string[] {
  return "skipped" in answer ? [] : [answer.text ?? "", answer.note ?? ""];
}

/** A draft without own words that their author has picked an option instead of, and sent it like that. */
function withoutReplaced({ questions }: Inquiry, draft: Draft): Draft {
  const answers = questions.flatMap((question) => {
    const answer = answerIn(draft, question.id);
    const isReplaced = isAnswered(question, answer) && !isTextSent(question, answer);
    return isReplaced ? [[question.id, { ...answer, text: "" }] as const] : [];
  });
  return { ...draft, answers: { ...draft.answers, ...Object.fromEntries(answers) } };
}

/** Texts below each other, without those that another has in it already. */
export function together(...texts: readonly string[]): string {
  const parts = texts.filter((text, index) => {
    const others = [...texts.slice(0, index), ...texts.slice(index + 1).filter((other) => other !== text)];
    return text !== "" && !others.some((other) => `\n${other}\n`.includes(`\n${text}\n`));
  });
  return parts.join("\n\n");
}
