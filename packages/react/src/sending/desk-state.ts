import type { Draft, Inquiry, SavedDraft } from "@askback/core/wire";
import { type DraftAction, drafted, emptyDraft, isEmpty } from "../draft/draft.ts";
import { isSameDraft } from "../draft/draft-fields.ts";
import { draftText } from "../draft/draft-text.ts";
import type { KeptDraft } from "../draft/drafts.ts";
import { remapDraft } from "../draft/remap-draft.ts";
import { isSettled } from "../live/inquiry-order.ts";

/** What somebody has in hand for an inquiry. */
export interface DeskState {
  readonly inquiry: Inquiry;
  readonly draft: Draft;
  readonly restored?: Pick<SavedDraft, "device" | "savedAt"> | undefined;
  readonly otherDraft?: SavedDraft | undefined;
  /** Words that lost their place when the questions changed. */
  readonly fallen: string;
  readonly hasChanged: boolean;
}

export function deskFor(inquiry: Inquiry): DeskState {
  return { inquiry, draft: emptyDraft(inquiry), fallen: "", hasChanged: false };
}

/** The desk after the inquiry was read again. Where its questions changed, what fits stays and the rest is kept as text. */
export function withInquiry(desk: DeskState, inquiry: Inquiry): DeskState {
  const before = desk.inquiry;
  if (before.revision === inquiry.revision) return { ...desk, inquiry };
  const { draft, fellOut } = remapDraft(desk.draft, inquiry, before);
  const hasChanged = desk.hasChanged || !isEmpty(desk.draft);
  return { ...desk, inquiry, draft, hasChanged, fallen: joined(desk.fallen, fellOut) };
}

/** The desk with a draft that was kept: taken where nothing is written here yet, offered otherwise. */
export function withKept(desk: DeskState, kept: KeptDraft): DeskState {
  if (isEmpty(kept.draft) || isSameDraft(kept.draft, desk.draft)) return desk;
  if (!isEmpty(desk.draft)) return { ...desk, otherDraft: savedOf(kept) };
  return { ...taking(desk, kept.draft), ...(kept.origin !== "here" && { restored: sourceOf(kept) }) };
}

/** What was found when a card came into view. */
export interface Left {
  /** The newest draft, and others that differ from it. */
  readonly kept: readonly KeptDraft[];
  readonly fallen: string;
  /** The draft that was on the desk when the search began. */
  readonly since: Draft | undefined;
}

/** The desk with what was found. This page's own draft comes first, unless it was changed while the search went on. */
export function withLeft(desk: DeskState, { kept, fallen, since }: Left): DeskState {
  const own = kept.find(({ origin }) => origin === "here");
  const isUntouched = desk.draft === since || isEmpty(desk.draft);
  const start = own && isUntouched ? taking(desk, own.draft) : desk;
  const next = kept.filter((some) => some !== own).reduce(withKept, start);
  return next.fallen === "" ? { ...next, fallen } : next;
}

/** The desk with a draft instead of its own, which was mirrored or asked for. */
export function taking(desk: DeskState, draft: Draft): DeskState {
  if (draft.revision === desk.inquiry.revision) return { ...desk, draft };
  const remapped = remapDraft(draft, desk.inquiry);
  return { ...desk, draft: remapped.draft, hasChanged: true, fallen: joined(desk.fallen, remapped.fellOut) };
}

export function withAction(desk: DeskState, action: DraftAction): DeskState {
  if (isSettled(desk.inquiry)) return desk;
  return { ...desk, draft: drafted(desk.inquiry, desk.draft, action), restored: undefined };
}

/** What was written and has no use any more: the inquiry ended without it, or its place is gone. */
export function recoveredOf({ inquiry, draft, fallen }: DeskState, me: string | undefined): string {
  if (!isSettled(inquiry) || isDelivered(inquiry, me)) return fallen;
  return joined(fallen, draftText(inquiry.questions, draft));
}

/** Whether the answer of this person was delivered, with which their draft ends. */
export function isDelivered({ resolution }: Inquiry, me: string | undefined): boolean {
  return resolution?.type === "answered" && resolution.by !== undefined && resolution.by === me;
}

function savedOf({ draft, device, savedAt }: KeptDraft): SavedDraft {
  return { draft, device, savedAt };
}

function sourceOf({ device, savedAt }: KeptDraft): Pick<SavedDraft, "device" | "savedAt"> {
  return { device, savedAt };
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}
