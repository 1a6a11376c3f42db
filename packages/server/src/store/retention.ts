/** Removes what is old from a store, in small steps. What waits for a person or for time is never old. */
export interface Retention {
  /** Conversations that have been at rest since before a time, with their sub-agents and all that belongs to them. */
  pruneConversations(request: PruneRequest): AsyncGenerator<PruneStep>;
  /** Events that were recorded before a time; conversations keep their state and all that was said. */
  pruneLog(request: PruneRequest): AsyncGenerator<PruneStep>;
}

export interface PruneRequest {
  readonly before: number;
  /** Only tells what would go. */
  readonly isDryRun: boolean;
}

/** One of many steps: how much was looked at, of how much in all, and what went. */
export interface PruneStep {
  readonly looked: number;
  readonly of: number;
  readonly conversations: number;
  readonly events: number;
}

/**
 * Nobody waits for these. A paused conversation waits for a person to resume it, but a paused sub-agent does not: its
 * parent was told.
 */
export const atRest = "status in ('idle', 'failed', 'deleted') or (status = 'paused' and parent is not null)";

export interface LoggedAt {
  readonly position: number;
  readonly at: number;
}

/** How many events from the first on were recorded before a time, and the last of them: clocks of servers may disagree. */
export function throughOld(
  before: number,
  logged: readonly LoggedAt[],
): { readonly count: number; readonly last?: number } {
  const young = logged.findIndex(({ at }) => at >= before);
  const count = young === -1 ? logged.length : young;
  const last = logged[count - 1]?.position;
  return { count, ...(last !== undefined && { last }) };
}

/**
 * The last position that was recorded before a time, found by halving: times grow with positions, as far as clocks agree.
 * `from` gives the first event that is not before a position.
 */
export async function positionBefore(
  before: number,
  last: number,
  from: (position: number) => Promise<LoggedAt | undefined>,
): Promise<number> {
  let old = 0;
  let young = last + 1;
  while (old + 1 < young) {
    const middle = Math.floor((old + young) / 2);
    const event = await from(middle);
    if (event && event.at < before) old = event.position;
    else young = middle;
  }
  return old;
}
