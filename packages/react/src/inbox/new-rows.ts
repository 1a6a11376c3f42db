/** The rows that are shown, and how many wait behind the pill. */
export interface ShownRows {
  readonly shown: readonly string[];
  readonly waiting: number;
}

/** What happens around the list of an inbox. */
export interface ListState {
  /** All rows there are, in their order. */
  readonly all: readonly string[];
  /** Whether the pointer or the focus is in the list. */
  readonly isBusy: boolean;
  /** Whether the first pages are still being read: what they bring is not new. */
  readonly isLoading: boolean;
}

export const idleAfter = 10_000;

/** What to show next. Under somebody's hands nothing moves: rows may leave, and are neither inserted nor put in another order. */
export function nextRows(before: readonly string[], { all, isBusy, isLoading }: ListState): ShownRows {
  if (!isBusy || before.length === 0) return { shown: all, waiting: 0 };
  const there = new Set(all);
  const kept = before.filter((id) => there.has(id));
  const known = new Set(kept);
  const fresh = all.filter((id) => !known.has(id));
  return isLoading ? { shown: [...kept, ...fresh], waiting: 0 } : { shown: kept, waiting: fresh.length };
}

/** Whether somebody is in the list in such a way that a new row would disturb them: under a pointer none ever moves. */
export function isBusy(state: {
  readonly isPointed: boolean;
  readonly isFocused: boolean;
  readonly isAtTop: boolean;
  readonly idleFor: number;
}): boolean {
  return state.isPointed || (state.isFocused && !(state.isAtTop && state.idleFor >= idleAfter));
}
