/** The row that has the focus, or has it inside; else the one that would get it. */
function focusedRow(inbox: HTMLElement): HTMLElement | null {
  const focused = document.activeElement?.closest<HTMLElement>("[role=row]");
  return focused ?? inbox.querySelector<HTMLElement>("[role=row][tabindex='0'], [role=row]");
}

/** The inquiry of the row that has the focus. */
export function focusedInquiry(inbox: HTMLElement): string | undefined {
  const row = document.activeElement?.closest<HTMLElement>("[role=row]");
  return row && inbox.contains(row) ? row.dataset.key : undefined;
}

/** Moves to the next or previous row. The grid keeps its focus to itself, and its own key is the way to move it. */
export function moveRow(inbox: HTMLElement, key: "ArrowDown" | "ArrowUp"): void {
  const row = focusedRow(inbox);
  if (!row) return;
  const isInside = row.contains(document.activeElement);
  row.focus();
  if (isInside) row.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}

/** Goes to a row, or to the list where that row is not there. */
export function focusRow(inbox: HTMLElement, inquiryId: string | undefined): void {
  const row = inquiryId && inbox.querySelector<HTMLElement>(`[role=row][data-key="${CSS.escape(inquiryId)}"]`);
  (row || focusedRow(inbox))?.focus();
}

/** Goes to the quick answer of the focused row that has this number, counted from 1. */
export function focusQuickAnswer(inbox: HTMLElement, number: number): void {
  focusedRow(inbox)?.querySelectorAll<HTMLElement>(".ask-quick")[number - 1]?.focus();
}
