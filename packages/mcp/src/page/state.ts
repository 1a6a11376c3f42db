import type { Draft } from "@askback/core/wire";
import { applyDraftAction, type DraftAction, emptyDraft, isEmpty } from "../../../react/src/data/drafts/draft.ts";
import { draftToText, remapDraft } from "../../../react/src/data/drafts/remap-draft.ts";
import type { Amendment, CardState } from "../../../react/src/data/inquiry/inquiry-card.ts";
import { changesOf } from "../../../react/src/data/inquiry/inquiry-changes.ts";
import type { Card, CardProblem, cardActions } from "../card/card.ts";

/** What the form shows beside the questions. */
export type Panel = "more" | "confirm" | "decline" | "dismiss";

/** A resolution on its way, or why it did not arrive. */
export type Sending =
  | { readonly status: "none" }
  | { readonly status: "sending" }
  | { readonly status: "failed"; readonly action: (typeof cardActions)[number]; readonly problem: CardProblem };

/** All that the page shows. */
export interface PageState {
  /** Undefined until the call that asks has a result. */
  readonly card: Card | undefined;
  /** The call has ended without a question. */
  readonly isMissing: boolean;
  readonly draft: Draft;
  /** Why somebody declines or sets aside; it stays when they cancel. */
  readonly reason: string;
  readonly panel: Panel | undefined;
  /** The id of the unanswered question that kept the answer from being sent. */
  readonly gap: string | undefined;
  /** The ids of questions whose note, or comment to the only one, was asked for. */
  readonly openNotes: readonly string[];
  /** The option whose preview is open. */
  readonly openPreview: string | undefined;
  readonly isContextOpen: boolean;
  /** Whether all options of a resolved inquiry are shown. */
  readonly isAllShown: boolean;
  readonly sending: Sending;
  readonly isOffline: boolean;
  /** The server takes nothing from this card any more. */
  readonly isRefused: boolean;
  readonly amendment: Amendment | undefined;
  /** What was written and not sent when the inquiry ended otherwise or changed. */
  readonly recovered: string | undefined;
  /** Somebody else was faster while the form had the focus, so it stays until the focus leaves. */
  readonly isOvertaken: boolean;
  /** The inquiry was resolved while the page was shown. */
  readonly hasJustEnded: boolean;
}

export const initialState: PageState = {
  card: undefined,
  isMissing: false,
  draft: emptyDraft({ revision: 1 }),
  reason: "",
  panel: undefined,
  gap: undefined,
  openNotes: [],
  openPreview: undefined,
  isContextOpen: false,
  isAllShown: false,
  sending: { status: "none" },
  isOffline: false,
  isRefused: false,
  amendment: undefined,
  recovered: undefined,
  isOvertaken: false,
  hasJustEnded: false,
};

/** The state of the card, of which each has its own words. */
export function cardStateOf({ card, sending, isRefused }: PageState): CardState {
  const { status, resolution } = card?.inquiry ?? {};
  if (resolution) return resolution.type;
  if (status === "held") return "held";
  if (!card?.canAnswer || isRefused) return "readonly";
  return sending.status === "sending" ? "submitting" : "pending";
}

export function changeDraft(state: PageState, action: DraftAction): PageState {
  if (!state.card || cardStateOf(state) !== "pending") return state;
  return { ...state, draft: applyDraftAction(state.card.inquiry, state.draft, action) };
}

interface ReceiveOptions {
  /** What the server says in reply to a resolution that this page sent. */
  readonly isReply?: boolean;
  /** The form has the focus. */
  readonly isInUse?: boolean;
}

/** The state with what the server says by now. Replies may arrive in another order than they were sent. */
export function receiveCard(state: PageState, next: Card, { isReply, isInUse }: ReceiveOptions = {}): PageState {
  const { card: before } = state;
  if (!before) return withSavedDraft({ ...state, card: next, draft: emptyDraft(next.inquiry) }, next);
  if (!isReply && isOlder(next, before)) return state;
  const card = { ...before, ...next };
  const sending = isReply ? { status: "none" as const } : state.sending;
  const known = withSavedDraft({ ...state, card, sending, isOffline: false }, next);
  if (next.inquiry.resolution) return before.inquiry.resolution ? known : withEnd(known, next, isInUse === true);
  if (next.inquiry.revision !== before.inquiry.revision) return withAmendment(known, before, next, isReply === true);
  return known;
}

function isOlder({ inquiry: next }: Card, { inquiry: before }: Card): boolean {
  return next.revision < before.revision || (before.resolution !== undefined && !next.resolution);
}

/** Takes what the person had written before, unless they have begun anew. */
function withSavedDraft(state: PageState, { draft: saved, inquiry }: Card): PageState {
  if (!saved || !isEmpty(state.draft)) return state;
  const fits = saved.draft.revision === inquiry.revision;
  return { ...state, draft: fits ? saved.draft : remapDraft(saved.draft, inquiry).draft };
}

function withEnd(state: PageState, { isAccepted }: Card, isInUse: boolean): PageState {
  const ended = { ...state, panel: undefined, amendment: undefined, hasJustEnded: true } as const;
  if (isAccepted) return { ...ended, recovered: undefined };
  const { card, draft, reason } = state;
  const written = isEmpty(draft) ? "" : draftToText(card?.inquiry.questions ?? [], draft);
  const recovered = [state.recovered ?? "", written, reason].filter((text) => text.trim() !== "").join("\n\n");
  return { ...ended, recovered: recovered || undefined, isOvertaken: isInUse };
}

function withAmendment(state: PageState, before: Card, { inquiry }: Card, isReply: boolean): PageState {
  const { draft, removedText, droppedPicks } = remapDraft(state.draft, inquiry, before.inquiry);
  return {
    ...state,
    draft,
    panel: undefined,
    gap: undefined,
    recovered: [state.recovered ?? "", removedText].filter((text) => text.trim() !== "").join("\n\n") || undefined,
    amendment: {
      changes: changesOf(before.inquiry, inquiry),
      droppedPicks,
      ...(isReply && { isAnswerRefused: true as const }),
    },
  };
}
