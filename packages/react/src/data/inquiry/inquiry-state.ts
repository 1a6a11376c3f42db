import type { Answer, Draft, Inquiry, SavedDraft } from "@askback/core/wire";
import {
  answerIn,
  applyDraftAction,
  type DraftAction,
  emptyDraft,
  isEmpty,
  isSameDraft,
  textsIn,
} from "../drafts/draft.ts";
import { gapsOf, isAnswered, isTextSent } from "../drafts/draft-answers.ts";
import type { FoundDraft } from "../drafts/drafts.ts";
import { draftToText, remapDraft } from "../drafts/remap-draft.ts";
import { isResolved } from "../live/inquiry-recency.ts";
import type { InquiryCard, Sending } from "./inquiry-card.ts";
import { changesOf } from "./inquiry-changes.ts";

/** An inquiry with what the person has written for it. */
export interface InquiryState {
  readonly inquiry: Inquiry;
  readonly draft: Draft;
  readonly restored?: Pick<SavedDraft, "device" | "savedAt"> | undefined;
  /** Drafts of other tabs and devices, which are offered. */
  readonly others: readonly SavedDraft[];
  /** The draft that was last sent from this page. */
  readonly sent?: Draft;
  /** Texts that did not fit any more when the questions changed. */
  readonly removedText: string;
  /** What the asker changed and the person has not acknowledged; undefined if nothing. */
  readonly amended?: AmendedState | undefined;
  /** The older revisions that this page has seen, for drafts that were written for them. */
  readonly earlier: readonly Inquiry[];
}

interface AmendedState {
  /** The inquiry as the person last knew it; undefined if this page never had it. */
  readonly from: Inquiry | undefined;
  readonly droppedPicks: readonly string[];
  readonly isAnswerRefused?: true;
}

export function createInquiryState(inquiry: Inquiry): InquiryState {
  return { inquiry, draft: emptyDraft(inquiry), others: [], removedText: "", earlier: [] };
}

/** Applies a newer version of the inquiry. If its questions changed, what fits stays and the rest becomes removed text. */
export function applyInquiry(state: InquiryState, inquiry: Inquiry): InquiryState {
  const before = state.inquiry;
  if (before.revision === inquiry.revision) return { ...state, inquiry };
  const earlier = [...state.earlier, before];
  return fitDraft({ ...state, inquiry, earlier }, state.draft, before);
}

/** Fits a draft to the questions of now, and remembers what was lost and from which revision on. */
function fitDraft(state: InquiryState, draft: Draft, before: Inquiry | undefined): InquiryState {
  const remapped = remapDraft(draft, state.inquiry, before);
  const droppedPicks = [...new Set([...(state.amended?.droppedPicks ?? []), ...remapped.droppedPicks])];
  const amended = { ...state.amended, from: state.amended?.from ?? before, droppedPicks };
  return { ...state, draft: remapped.draft, amended, removedText: joinTexts(state.removedText, remapped.removedText) };
}

/** What an open card says of the asker's changes. What was changed back is not told. */
export function amendmentOf({ inquiry, amended }: InquiryState): InquiryCard["amendment"] {
  if (!amended || isResolved(inquiry)) return undefined;
  const { from, ...lost } = amended;
  const changes = from ? changesOf(from, inquiry) : [];
  if (from && changes.length === 0 && lost.droppedPicks.length === 0 && !lost.isAnswerRefused) return undefined;
  return { changes, ...lost };
}

/** Notes that an answer was refused: it was on its way before, is not any more, and the inquiry has changed. */
export function noteRefusal(state: InquiryState, before: Sending | undefined, after: Sending): InquiryState {
  const wasOnItsWay = before?.status === "sending" || before?.status === "queued";
  const isRefused = wasOnItsWay && before.submission.type === "answer" && after.status === "none";
  if (!isRefused || state.inquiry.status !== "open" || !state.amended) return state;
  return { ...state, amended: { ...state.amended, isAnswerRefused: true } };
}

/** What was loaded from the browser and the server when a card came into view. */
export interface LoadedDraft {
  readonly found: FoundDraft | undefined;
  readonly removedText: string;
  /** The draft of the card when loading began. */
  readonly draftBefore: Draft | undefined;
}

/** Applies what was loaded, unless the draft was changed meanwhile: then what is written here stays. */
export function applyLoaded(state: InquiryState, { found, removedText, draftBefore }: LoadedDraft): InquiryState {
  const next = state.draft === draftBefore || isEmpty(state.draft) ? applyFound(state, found) : state;
  return { ...next, removedText: joinTexts(removedText, next.removedText) };
}

/** If nothing was found, the draft was discarded in another tab. */
function applyFound(state: InquiryState, found: FoundDraft | undefined): InquiryState {
  const { step } = state.draft;
  if (!found) return isEmpty(state.draft) ? state : { ...state, draft: { ...emptyDraft(state.inquiry), step } };
  if (isSameDraft(found.draft, state.draft)) return state;
  const { device, savedAt } = found;
  const draft = step === 0 ? found.draft : { ...found.draft, step };
  return { ...replaceDraft(state, draft), ...(found.origin !== "here" && { restored: { device, savedAt } }) };
}

/** Where a restored draft comes from. Its device is named only if it is another one than this. */
export function restoredFrom({ restored }: InquiryState, thisDevice: string): InquiryCard["restored"] {
  if (!restored) return undefined;
  const { device, savedAt } = restored;
  return device === thisDevice ? { savedAt } : { device, savedAt };
}

/** Applies the draft of another tab. Each tab stays at its own question. */
export function mirrorDraft(state: InquiryState, draft: Draft): InquiryState {
  return replaceDraft(state, { ...draft, step: state.draft.step });
}

export function replaceDraft(state: InquiryState, draft: Draft): InquiryState {
  if (draft.revision === state.inquiry.revision) return { ...state, draft };
  if (isEmpty(draft)) return { ...state, draft: { ...emptyDraft(state.inquiry), step: draft.step } };
  return fitDraft(
    state,
    draft,
    state.earlier.findLast(({ revision }) => revision === draft.revision),
  );
}

export function applyAction(state: InquiryState, action: DraftAction): InquiryState {
  if (isResolved(state.inquiry)) return state;
  return { ...state, draft: applyDraftAction(state.inquiry, state.draft, action), restored: undefined };
}

/** Whether a question has no answer that had one, or was not there, when an answer was last sent from this page. */
export function hasNewGaps({ inquiry, draft, sent }: InquiryState): boolean {
  const before = sent?.revision === inquiry.revision ? gapsOf(inquiry, sent) : [];
  return gapsOf(inquiry, draft).some((gap) => !before.includes(gap));
}

/** What was written and is not part of the resolution: the inquiry ended without it, or its question is gone. */
export function recoveredText(state: InquiryState, me: string | undefined): string {
  const { inquiry, draft, others, removedText } = state;
  if (!isResolved(inquiry)) return removedText;
  const drafts = [draft, ...others.map((other) => other.draft)];
  const undelivered = drafts.filter((some) => !isDelivered(state, some, me));
  return joinTexts(removedText, ...undelivered.map((some) => draftToText(inquiry.questions, some)));
}

/** Whether every draft is delivered with this person's answer. */
export function areDraftsDelivered(state: InquiryState, me: string | undefined): boolean {
  const drafts = [state.draft, ...state.others.map(({ draft }) => draft)].filter((some) => !isEmpty(some));
  const isKnown = state.inquiry.resolution?.answers !== undefined;
  return isKnown && drafts.length > 0 && drafts.every((draft) => isDelivered(state, draft, me));
}

/** Whether the answer of the draft's author has every text of it; they may have given another answer on another device. */
function isDelivered({ inquiry, sent }: InquiryState, draft: Draft, me: string | undefined): boolean {
  const { resolution } = inquiry;
  if (resolution?.type !== "answered" || resolution.by === undefined || resolution.by !== me) return false;
  // Until the answers are read, they are taken for the ones that were sent.
  if (!resolution.answers) return true;
  const delivered = [resolution.comment ?? "", ...resolution.answers.flatMap(textsInAnswer)];
  const isSent = sent !== undefined && isSameDraft(sent, draft);
  const texts = textsIn(isSent ? withoutUnsentTexts(inquiry, draft) : draft);
  return texts.every((text) => delivered.some((other) => other.includes(text.trim())));
}

function textsInAnswer(answer: Answer): readonly string[] {
  return "skipped" in answer ? [] : [answer.text ?? "", answer.note ?? ""];
}

/** A sent draft without own words that were not sent because the author picked an option instead. */
function withoutUnsentTexts({ questions }: Inquiry, draft: Draft): Draft {
  const answers = questions.flatMap((question) => {
    const answer = answerIn(draft, question.id);
    const isReplaced = isAnswered(question, answer) && !isTextSent(question, answer);
    return isReplaced ? [[question.id, { ...answer, text: "" }] as const] : [];
  });
  return { ...draft, answers: { ...draft.answers, ...Object.fromEntries(answers) } };
}

/** Joins texts with blank lines, without those that are part of another. */
export function joinTexts(...texts: readonly string[]): string {
  const parts = texts.filter((text, index) => {
    const others = [...texts.slice(0, index), ...texts.slice(index + 1).filter((other) => other !== text)];
    return text !== "" && !others.some((other) => `\n${other}\n`.includes(`\n${text}\n`));
  });
  return parts.join("\n\n");
}
