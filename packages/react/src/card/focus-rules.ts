import type { Question } from "@askback/core/wire";
import type { Settings } from "../settings.ts";

/** What a person is doing when a card appears. */
export interface Attention {
  readonly isPageFocused: boolean;
  /** The focused element can be written in, and has text. */
  readonly hasWritten: boolean;
  readonly isComposing: boolean;
  readonly hasSelection: boolean;
  readonly isDialogOpen: boolean;
  readonly sinceKeydown: number;
}

const quiet = 1_500;

/** Whether a new card may take the focus: nobody's typing, selecting or reading elsewhere is disturbed. */
export function mayTakeFocus(wish: Settings["focus"], attention: Attention): boolean {
  if (wish === "never" || !attention.isPageFocused || attention.isComposing) return false;
  if (wish === "always") return true;
  const { hasWritten, hasSelection, isDialogOpen, sinceKeydown } = attention;
  return !hasWritten && !hasSelection && !isDialogOpen && sinceKeydown >= quiet;
}

/** Where in a card the focus goes; never to an option, and on touch not to a field, which would open the keyboard. */
export function focusTarget(
  { ownWords }: Pick<Question, "ownWords">,
  isTouch: boolean,
): "title" | "own-words" | "group" {
  if (isTouch) return "title";
  return ownWords ? "own-words" : "group";
}
