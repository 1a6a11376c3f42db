import type { Question } from "@askback/core/wire";
import type { View } from "./steps.ts";

/** What the open form of a card shows and can do, beside what is in the draft. */
export interface CardForm {
  readonly view: View;
  /** The question for whose sake nothing was sent. */
  readonly gap: string | undefined;
  readonly isConfirming: boolean;
  /** The way out whose reason is being asked for. */
  readonly settling: "decline" | "dismiss" | undefined;
  /** Why somebody declines or dismisses; kept when they think better of it. */
  readonly reason: string;
  readonly openPreviews: ReadonlySet<string>;
  readonly isReadOnly: boolean;
  pick(question: Question, option: string): void;
  chooseText(question: Question): void;
  /** A pointer went down, or up, on an option. */
  press(option: string): void;
  release(option: string): void;
  /** What is picked already was clicked. */
  clickAgain(option: string): void;
  togglePreview(name: string): void;
  go(step: number): void;
  back(): void;
  /** The next question, the review, or sending. */
  advance(): void;
  /** Sends from anywhere, or shows what is missing. */
  express(): void;
  sendAnyway(): void;
  /** Sends again what failed, or shows what is missing since. */
  retry(): void;
  goToGap(): void;
  writeReason(reason: string): void;
  delegate(): void;
  ask(settling: "decline" | "dismiss" | undefined): void;
  /** Declines or dismisses, whichever the reason was asked for. */
  settle(): void;
}
