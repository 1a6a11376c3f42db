import type { Question } from "@askback/core/wire";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useDraftFiles } from "../../attachments/use-draft-files.ts";
import { gapsOf } from "../../data/drafts/draft-answers.ts";
import type { InquiryCard } from "../../data/inquiry/inquiry-card.ts";
import type { Settings } from "../../settings.ts";
import { useAnnounce } from "../../ui/announce.ts";
import { isWithinDoubleClick } from "../../ui/deliberate-press.ts";
import { gapAnnouncement } from "../announcements.ts";
import { approvalOptions } from "../approval/approval-words.ts";
import { useStepFocus } from "../focus/use-step-focus.ts";
import { useOneTap } from "./one-tap.ts";
import { useReason } from "./resolve-reason.ts";
import { advance, type Move, sendNow, type View, viewOf } from "./steps.ts";

/** What the open form of a card shows and does, beside the draft. */
export interface CardForm {
  readonly view: View;
  /** The id of the unanswered question that kept the answer from being sent. */
  readonly gap: string | undefined;
  readonly isConfirming: boolean;
  /** The resolution that the form asks about before it is sent: for its reason, or whether it is meant. */
  readonly resolving: "decline" | "dismiss" | "refuse" | "remember" | undefined;
  /** Why somebody declines or dismisses; it stays when they cancel. */
  readonly reason: string;
  /** The question and the option whose preview is open. */
  readonly openPreview: string | undefined;
  /** The ids of the questions to which somebody wants to add a note; to the only one it is the comment. */
  readonly openNotes: ReadonlySet<string>;
  readonly isReadOnly: boolean;
  /** The answer was not sent, because its files are still being uploaded. */
  readonly isWaitingForFiles: boolean;
  /** Removes a file from the answer to a question. */
  detach(question: string, file: string): void;
  pick(question: Question, option: string): void;
  chooseText(question: Question): void;
  /** A pointer went down, or up, on an option. */
  press(option: string): void;
  release(option: string): void;
  /** An option that is picked already was clicked. */
  clickAgain(option: string): void;
  togglePreview(name: string): void;
  /** Opens the note of a question, or the comment to the only one, and moves the focus to it. */
  openNote(question: string): void;
  go(step: number): void;
  back(): void;
  /** Goes to the next question or the review, or sends. */
  advance(): void;
  /** Sends from any question, or shows what is missing. */
  sendNow(): void;
  sendAnyway(): void;
  /** Retries what failed, or shows what is missing since. */
  retry(): void;
  goToGap(): void;
  writeReason(reason: string): void;
  delegate(): void;
  /** Asks about a resolution; undefined cancels. */
  askReason(resolving: CardForm["resolving"]): void;
  /** Declines, dismisses or refuses with the reason. */
  resolve(): void;
  /** Allows the call of an approval by one of its options. */
  allow(option: string): void;
}

interface FormSurroundings {
  readonly root: RefObject<HTMLElement | null>;
  readonly settings: Settings;
  readonly isReadOnly: boolean;
  readonly isFolded: boolean;
}

/** The state of a card's form, and what its buttons do. */
export function useCardForm(card: InquiryCard, surroundings: FormSurroundings): CardForm {
  const { root, settings, isReadOnly, isFolded } = surroundings;
  const { inquiry, draft, change } = card;
  const { questions } = inquiry;
  const [gap, setGap] = useState<string>();
  const [isConfirming, setConfirming] = useState(false);
  const { isUploading, detach } = useDraftFiles(card);
  const [isWaiting, setWaiting] = useState(false);
  const [resolving, setResolving] = useState<CardForm["resolving"]>();
  const reason = useReason(inquiry.id);
  const [openPreview, setOpenPreview] = useState<string>();
  const [openNotes, setOpenNotes] = useState<ReadonlySet<string>>(new Set());
  /** When the form last changed under the pointer, on the clock of `performance`. */
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  const announce = useAnnounce();
  const view = viewOf(inquiry, draft, settings.questions);
  const focusOn = useStepFocus(root, view);
  const isPreviewOpen = openPreview !== undefined;
  const isTapAllowed = settings.oneTap && !isReadOnly && !isFolded;
  const tap = useOneTap(card, { root, isPreviewOpen, isUploading, isAllowed: isTapAllowed });

  // What is sent names the revision that is shown, which nobody has read in its first moment.
  const isJustAmended = useNoticeTime(inquiry.revision);
  const isTooSoon = () => isWithinDoubleClick({ at: performance.now(), changedAt: changedAt.current });

  const go = (step: number) => {
    changedAt.current = performance.now();
    setConfirming(false);
    change({ type: "go", step });
    const question = questions[step];
    if (view.type === "all" && question) focusOn(question.id);
  };

  const showGap = (question: string) => {
    const index = questions.findIndex(({ id }) => id === question);
    setGap(question);
    go(index);
    focusOn(question);
    void announce(gapAnnouncement(index + 1, questions.length));
  };

  const apply = (move: Move) => {
    switch (move.type) {
      case "go":
        return go(move.step);
      case "gap":
        return showGap(move.question.id);
      case "confirm":
        changedAt.current = performance.now();
        setConfirming(true);
        return focusOn("confirm");
      case "send":
        setGap(undefined);
        return sendCard();
    }
  };

  /** Sends, unless files would be missing. */
  const sendCard = () => {
    if (isJustAmended()) return;
    setWaiting(isUploading);
    if (!isUploading) return card.send(0);
    void announce({ messages: [{ id: "files.wait" }], politeness: "assertive" });
  };

  // An approval is sent by its buttons alone, whatever an earlier draft had picked.
  const send = () => !isReadOnly && !inquiry.approval && apply(sendNow(inquiry, draft, view));

  const sendPick = (option: string) => {
    const [question] = questions;
    if (!question || isReadOnly || isJustAmended()) return;
    change({ type: "pick", question: question.id, option });
    card.send(0);
  };

  const resolve = () => {
    if (!resolving || isReadOnly || isTooSoon() || isJustAmended()) return;
    if (resolving === "refuse") return sendPick(approvalOptions.refuse);
    if (resolving === "remember") return;
    card.resolve({ type: resolving, ...(reason.text.trim() !== "" && { comment: reason.text }) });
  };

  return {
    view,
    gap: gapsOf(inquiry, draft).some(({ id }) => id === gap) ? gap : undefined,
    isConfirming: isConfirming && view.type === "review",
    resolving,
    reason: reason.text,
    openPreview,
    openNotes,
    isReadOnly,
    isWaitingForFiles: isWaiting && isUploading,
    detach,
    pick: (question, option) => change({ type: "pick", question: question.id, option }),
    chooseText(question) {
      change({ type: "choose-text", question: question.id });
      focusOn(question.id, "own-words");
    },
    press: tap.press,
    release: tap.release,
    clickAgain: tap.clickAgain,
    togglePreview: (name) => setOpenPreview(name === openPreview ? undefined : name),
    openNote(question) {
      setOpenNotes(new Set([...openNotes, question]));
      focusOn(question, questions.length === 1 ? "comment" : "note");
    },
    go,
    back: () =>
      go(view.type === "question" ? view.index - 1 : settings.questions === "stacked" ? 0 : questions.length - 1),
    advance() {
      if (!isReadOnly && !inquiry.approval && !(view.type === "review" && isTooSoon()))
        apply(advance(inquiry, draft, view));
    },
    sendNow: () => (resolving === "refuse" ? sendPick(approvalOptions.refuse) : send()),
    retry: () => (card.hasNewGaps ? send() : !isJustAmended() && card.retry()),
    writeReason: reason.write,
    delegate: () => !isReadOnly && !isJustAmended() && card.resolve({ type: "delegate" }),
    sendAnyway() {
      if (isTooSoon()) return;
      setConfirming(false);
      sendCard();
    },
    goToGap() {
      const [first] = gapsOf(inquiry, draft);
      if (first) showGap(first.id);
    },
    askReason(next) {
      // While an answer is being sent there is no other way out.
      if (isReadOnly) return;
      changedAt.current = performance.now();
      setResolving(next);
      if (next === "decline" || next === "dismiss") focusOn("cancel");
      if (next === undefined && resolving) focusOn(inquiry.approval ? resolving : "more");
    },
    resolve,
    allow: sendPick,
  };
}

/** How long it takes to notice that a question has changed. */
const noticeMs = 700;

/** Tells whether a question has just changed, so that an answer may be meant for the one before. */
function useNoticeTime(revision: number): () => boolean {
  const shown = useRef(revision);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useLayoutEffect(() => {
    if (shown.current === revision) return;
    shown.current = revision;
    changedAt.current = performance.now();
  }, [revision]);
  return () => performance.now() - changedAt.current < noticeMs;
}
