import type { Question } from "@askback/core/wire";
import { advance, type Move, sendNow, type View, viewOf } from "../../../react/src/card/form/steps.ts";
import type { DraftAction } from "../../../react/src/data/drafts/draft.ts";
import { draftToAnswers, gapsOf } from "../../../react/src/data/drafts/draft-answers.ts";
import type { Host } from "./host.ts";
import { howToRead, type Screen, type Session } from "./session.ts";
import { cardStateOf, changeDraft, type PageState, type Panel } from "./state.ts";

export type CardActions = ReturnType<typeof createController>;

/** What the buttons and keys of the card do. */
export function createController(host: Host, screen: Screen, session: Session) {
  /** When the program last moved the focus, on the clock of `performance`. */
  let focusedAt = Number.NEGATIVE_INFINITY;

  const { read, announce } = screen;
  const set = (changed: Partial<PageState>) => screen.show({ ...read(), ...changed });
  const isOpen = () => cardStateOf(read()) === "pending";
  const questions = () => read().card?.inquiry.questions ?? [];

  function view(): View | undefined {
    const { card, draft } = read();
    return card && viewOf(card.inquiry, draft, "stepped");
  }

  function shownQuestion(): Question | undefined {
    const shown = view();
    return shown?.type === "question" ? questions()[shown.index] : undefined;
  }

  /** Moves the focus: a key that was meant for something else then does nothing. */
  function focus(selector: string): void {
    screen.focus(selector);
    focusedAt = performance.now();
  }

  function change(action: DraftAction): void {
    const before = read();
    const after = changeDraft(before, action);
    if (after === before) return;
    screen.show(after);
    session.save(after.draft);
  }

  function go(step: number): void {
    session.touch();
    change({ type: "go", step });
    set({ panel: undefined, openPreview: undefined });
    focus("[data-step]");
  }

  function showGap(question: string): void {
    const index = questions().findIndex(({ id }) => id === question);
    set({ gap: question });
    go(index);
    if (questions().length === 1) announce({ id: "card.gap.one" });
    else announce({ id: "card.gap.number", values: { number: index + 1 } });
  }

  function openPanel(panel: Panel): void {
    if (!isOpen()) return;
    session.touch();
    set({ panel });
    focus(`[data-panel=${panel}]`);
  }

  function apply(move: Move): void {
    if (!isOpen()) return;
    switch (move.type) {
      case "go":
        return go(move.step);
      case "gap":
        return showGap(move.question.id);
      case "confirm":
        return openPanel("confirm");
      case "send":
        return sendAnswer();
    }
  }

  function sendAnswer(): void {
    const { card, draft } = read();
    if (card) void session.send({ action: "answer", ...draftToAnswers(card.inquiry, draft) });
  }

  function settle(action: "decline" | "dismiss"): void {
    const { reason } = read();
    void session.send({ action, ...(reason.trim() !== "" && { comment: reason }) });
  }

  return {
    change,
    go,
    sendAnswer,
    focusedAt: () => focusedAt,
    pickNth(nth: number): boolean {
      const question = shownQuestion();
      const option = question?.options[nth];
      if (!question || !option || !isOpen()) return false;
      change({ type: "pick", question: question.id, option: option.id });
      return true;
    },
    chooseText(question: string): void {
      change({ type: "choose-text", question });
      screen.focus("[data-field=own-words]");
    },
    back(): void {
      const shown = view();
      if (shown?.type === "review") go(questions().length - 1);
      else if (shown?.type === "question" && shown.index > 0) go(shown.index - 1);
    },
    next(): void {
      const shown = view();
      if (shown?.type === "question" && shown.index < questions().length - 1) go(shown.index + 1);
    },
    /** Goes to the next question or the review, or sends. */
    advance(): void {
      const { card, draft } = read();
      const shown = view();
      if (card && shown && !(shown.type === "review" && session.isTooSoon()))
        apply(advance(card.inquiry, draft, shown));
    },
    /** Sends from any question, or shows what is missing. */
    sendNow(): void {
      const { card, draft } = read();
      const shown = view();
      if (card && shown) apply(sendNow(card.inquiry, draft, shown));
    },
    goToGap(): void {
      const { card, draft } = read();
      const [first] = card ? gapsOf(card.inquiry, draft) : [];
      if (first) showGap(first.id);
    },
    togglePanel: (panel: Panel) => (read().panel === panel ? set({ panel: undefined }) : openPanel(panel)),
    /** Closes what is open beside the questions; false if nothing is. */
    closePanel(): boolean {
      if (read().panel === undefined || !isOpen()) return false;
      set({ panel: undefined });
      focus("[data-more]");
      return true;
    },
    writeReason: (reason: string) => set({ reason }),
    settle,
    delegate: () => void session.send({ action: "delegate" }),
    /** Sends again what has failed. */
    retry(): void {
      const { sending } = read();
      if (sending.status !== "failed") return;
      set({ sending: { status: "none" } });
      if (sending.action === "answer") sendAnswer();
      else if (sending.action === "delegate") void session.send({ action: "delegate" });
      else settle(sending.action);
    },
    /** Opens the note of the question that is shown, or the comment to the only one. */
    openNote(): boolean {
      const question = shownQuestion();
      if (!question || !isOpen()) return false;
      set({ openNotes: [...read().openNotes, question.id], panel: undefined });
      focus("[data-field=note]");
      return true;
    },
    togglePreview: (option: string) => set({ openPreview: read().openPreview === option ? undefined : option }),
    toggleContext: () => set({ isContextOpen: !read().isContextOpen }),
    toggleAll: () => set({ isAllShown: !read().isAllShown }),
    /** The person has read what was changed. */
    acknowledge(): void {
      set({ amendment: undefined });
      focus("[data-step]");
    },
    discardRecovered: () => set({ recovered: undefined }),
    /** The focus has left the form of a question that somebody else has answered. */
    leave: () => set({ isOvertaken: false }),
    openInAskback(): void {
      const { card } = read();
      if (card) host.openLink(card.url).catch(() => {});
    },
    /** Sends the model a message, for one that has stopped instead of waiting. */
    letGoOn(): void {
      const { card } = read();
      if (card) host.sendMessage(`Go on, please. ${howToRead(card)}`).catch(() => {});
      set({ hasJustEnded: false });
    },
  };
}
