import { type RefObject, useEffect, useRef } from "react";

interface FocusState {
  /** The id of the open inquiry. */
  readonly open: string | undefined;
  /** How many rows are selected. */
  readonly selected: number;
  /** Whether the list has rows. */
  readonly hasRows: boolean;
  readonly autoFocus: boolean | undefined;
}

/** Keeps the focus in the inbox when what had it is gone. */
export function useInboxFocus(root: RefObject<HTMLElement | null>, state: FocusState): void {
  const { open, selected, hasRows, autoFocus } = state;
  useEffect(() => {
    // An open inquiry takes the focus by itself.
    if (autoFocus && !root.current?.contains(document.activeElement)) root.current?.focus({ preventScroll: true });
  }, [root, autoFocus]);

  const before = useRef({ open, selected, hasRows });
  useEffect(() => {
    const { open: closed, selected: selectedBefore, hasRows: hadRows } = before.current;
    before.current = { open, selected, hasRows };
    const inbox = root.current;
    if (!inbox) return;
    if (closed !== undefined && open === undefined) return focusRowOrInbox(inbox, closed);
    if (hadRows && !hasRows && open === undefined) keepFocus(inbox);
    if (selectedBefore === 0 || selected > 0) return;
    // The menu or dialog of the selection first returns the focus to its button, which is gone.
    const timer = setTimeout(() => keepFocus(inbox), 100);
    return () => clearTimeout(timer);
  }, [root, open, selected, hasRows]);
}

/** Takes the focus that was lost with what had it. */
function keepFocus(inbox: HTMLElement): void {
  if (document.activeElement === document.body) focusRowOrInbox(inbox, undefined);
}

/** Where no row is left, the inbox itself has the focus, so that its keys still work. */
function focusRowOrInbox(inbox: HTMLElement, inquiryId: string | undefined): void {
  focusRow(inbox, inquiryId);
  if (document.activeElement === document.body) inbox.focus({ preventScroll: true });
}

/** The row with the focus inside, or else the one that Tab would focus. */
function focusedRow(inbox: HTMLElement): HTMLElement | null {
  const focused = document.activeElement?.closest<HTMLElement>("[role=row]");
  return focused ?? inbox.querySelector<HTMLElement>("[role=row][tabindex='0'], [role=row]");
}

/** The id of the inquiry whose row has the focus. */
export function focusedInquiry(inbox: HTMLElement): string | undefined {
  const row = document.activeElement?.closest<HTMLElement>("[role=row]");
  return row && inbox.contains(row) ? row.dataset.key : undefined;
}

/** Moves to the next or previous row. The grid manages its own focus, so it is sent the key that moves it. */
export function moveRow(inbox: HTMLElement, key: "ArrowDown" | "ArrowUp"): void {
  const row = focusedRow(inbox);
  if (!row) return;
  const isInside = row.contains(document.activeElement);
  row.focus();
  if (isInside) row.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}

/** Focuses a row, or the list if there is no such row. */
export function focusRow(inbox: HTMLElement, inquiryId: string | undefined): void {
  const row = inquiryId && inbox.querySelector<HTMLElement>(`[role=row][data-key="${CSS.escape(inquiryId)}"]`);
  (row || focusedRow(inbox))?.focus();
}

/** Focuses a quick answer of the focused row by its number, counted from 1. */
export function focusQuickAnswer(inbox: HTMLElement, number: number): void {
  focusedRow(inbox)?.querySelectorAll<HTMLElement>(".ask-quick")[number - 1]?.focus();
}
