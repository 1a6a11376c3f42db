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
