/** Prunes old data from a store in small steps. A conversation that waits for a person or for time is never old. */
export interface Retention {
  /** Deletes conversations that have been at rest since before a time, with their sub-agents. */
  pruneConversations(request: PruneRequest): AsyncGenerator<PruneStep>;
  /** Deletes events that were recorded before a time; conversations keep their state and messages. */
  pruneLog(request: PruneRequest): AsyncGenerator<PruneStep>;
}

export interface PruneRequest {
  readonly before: number;
  /** Only counts what would be deleted. */
  readonly isDryRun: boolean;
}

export interface PruneStep {
  /** How many rows this step examined. */
  readonly examined: number;
  /** How many rows there are to examine in all steps. */
  readonly total: number;
  readonly conversations: number;
  readonly events: number;
}

/**
 * Conversations that nobody waits for. A paused conversation waits for a person to resume it; a paused sub-agent does not,
 * since its parent has its result.
 */
export const atRestSql = "status in ('idle', 'failed', 'deleted') or (status = 'paused' and parent is not null)";

export interface LoggedAt {
  readonly position: number;
  readonly at: number;
}

/**
 * The leading events that were recorded before a time: their count, and the position of the last. Clocks of servers may
 * disagree, so it stops at the first event that is not older.
 */
export function leadingOldEvents(
  before: number,
  logged: readonly LoggedAt[],
): { readonly count: number; readonly last?: number } {
  const young = logged.findIndex(({ at }) => at >= before);
  const count = young === -1 ? logged.length : young;
  const last = logged[count - 1]?.position;
  return { count, ...(last !== undefined && { last }) };
}

/**
 * The last position that was recorded before a time, by binary search: times grow with positions as far as clocks agree.
 * `firstFrom` gives the first event at or after a position.
 */
export async function findPositionBefore(
  before: number,
  last: number,
  firstFrom: (position: number) => Promise<LoggedAt | undefined>,
): Promise<number> {
  let old = 0;
  let young = last + 1;
  while (old + 1 < young) {
    const middle = Math.floor((old + young) / 2);
    const event = await firstFrom(middle);
    if (event && event.at < before) old = event.position;
    else young = middle;
  }
  return old;
}
