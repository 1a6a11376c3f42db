import type { Attention } from "./focus-rules.ts";

interface Watched {
  readonly keydownAt: number;
  readonly isComposing: boolean;
}

const watchedByPage = new WeakMap<Document, Watched>();

/** Notes from now on when somebody types on a page. Called early, so that a card that appears knows what went before. */
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

/** What is written in an element that can be written in. */
function textIn(element: Element | null): string {
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement) return element.value;
  return element instanceof HTMLElement && element.isContentEditable ? (element.textContent ?? "") : "";
}
