import type { Question } from "@askback/core/wire";
import type { Settings } from "../../settings.ts";

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

const minMsSinceKeydown = 1_500;

/** Whether a new card may take the focus without disturbing somebody who types, selects or reads elsewhere. */
export function mayTakeFocus(setting: Settings["focus"], attention: Attention): boolean {
  if (setting === "never" || !attention.isPageFocused || attention.isComposing) return false;
  if (setting === "always") return true;
  const { hasWritten, hasSelection, isDialogOpen, sinceKeydown } = attention;
  return !hasWritten && !hasSelection && !isDialogOpen && sinceKeydown >= minMsSinceKeydown;
}

/** Where the focus goes in a card: never to an option, and on touch not to a field, which would open the keyboard. */
export function focusTarget(
  { ownWords }: Pick<Question, "ownWords">,
  isTouch: boolean,
): "title" | "own-words" | "group" {
  if (isTouch) return "title";
  return ownWords ? "own-words" : "group";
}

interface Watched {
  readonly keydownAt: number;
  readonly isComposing: boolean;
}

const watchedByPage = new WeakMap<Document, Watched>();

/** Records typing on a page from now on. Called early, so that a new card knows what happened before it. */
export function watchAttention(page: Document): void {
  if (watchedByPage.has(page)) return;
  const watched: Watched = { keydownAt: Number.NEGATIVE_INFINITY, isComposing: false };
  watchedByPage.set(page, watched);
  const early = { capture: true, passive: true };
  page.addEventListener("keydown", () => Object.assign(watched, { keydownAt: performance.now() }), early);
  page.addEventListener("compositionstart", () => Object.assign(watched, { isComposing: true }), early);
  page.addEventListener("compositionend", () => Object.assign(watched, { isComposing: false }), early);
}

/** What somebody is doing on a page right now. */
export function attentionOn(page: Document): Attention {
  watchAttention(page);
  const watched = watchedByPage.get(page);
  return {
    isPageFocused: page.hasFocus(),
    hasWritten: textIn(page.activeElement) !== "",
    isComposing: watched?.isComposing ?? false,
    hasSelection: page.getSelection()?.isCollapsed === false,
    isDialogOpen: page.querySelector("dialog[open], [role=dialog], [role=alertdialog]") !== null,
    sinceKeydown: performance.now() - (watched?.keydownAt ?? Number.NEGATIVE_INFINITY),
  };
}

/** The text of an editable element. */
function textIn(element: Element | null): string {
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement) return element.value;
  return element instanceof HTMLElement && element.isContentEditable ? (element.textContent ?? "") : "";
}
