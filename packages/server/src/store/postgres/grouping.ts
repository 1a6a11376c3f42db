import { StoreUnavailable } from "../store-unavailable.ts";

/** Gathers pieces of work that wait at the same moment, so that they travel together. */
export interface Grouping<Piece, Value> {
  add(piece: Piece): Promise<Value>;
  /** Resolves when nothing is waiting or under way. */
  idle(): Promise<void>;
}

interface Waiting<Piece, Value> {
  readonly piece: Piece;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

export interface GroupingOptions<Piece, Value> {
  /** Pieces of one key travel one after the other, in the order in which they came; without it in any order. */
  keyOf?(piece: Piece): string;
  /** Groups under way at once; what comes meanwhile waits and makes the next ones larger. */
  readonly lanes: number;
  readonly largest: number;
  send(pieces: readonly Piece[]): Promise<readonly Value[]>;
}

/**
 * A group that fails is sent again piece by piece, so that one bad piece takes nobody with it; but not when the store was
 * away: then nobody knows whether the group arrived, and those who wait hear of it too instead of becoming more and more.
 */
export function createGrouping<Piece, Value>(options: GroupingOptions<Piece, Value>): Grouping<Piece, Value> {
  const { keyOf, lanes, largest, send } = options;
  let waiting: Waiting<Piece, Value>[] = [];
  const keysUnderWay = new Set<string>();
  let underWay = 0;
  let isPlanned = false;
  let rested: (() => void)[] = [];

  function plan(): void {
    if (isPlanned || waiting.length === 0 || underWay >= lanes) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      // Where all that waits is held up by its keys, the group that holds it up plans again at its end.
      if (depart()) plan();
    });
  }

  function depart(): boolean {
    const group = nextGroup();
    if (group.length === 0) return false;
    underWay += 1;
    void settle(group).finally(() => {
      underWay -= 1;
      if (keyOf) for (const { piece } of group) keysUnderWay.delete(keyOf(piece));
      plan();
      if (underWay > 0 || waiting.length > 0) return;
      for (const tell of rested) tell();
      rested = [];
    });
    return true;
  }

  function nextGroup(): readonly Waiting<Piece, Value>[] {
    const group: Waiting<Piece, Value>[] = [];
    const left: Waiting<Piece, Value>[] = [];
    const blocked = new Set<string>();
    for (const one of waiting) {
      const key = keyOf?.(one.piece);
      const isFree = key === undefined || (!keysUnderWay.has(key) && !blocked.has(key));
      const fits = group.length < largest && isFree;
      if (key !== undefined) (fits ? keysUnderWay : blocked).add(key);
      (fits ? group : left).push(one);
    }
    waiting = left;
    return group;
  }

  async function settle(group: readonly Waiting<Piece, Value>[]): Promise<void> {
    const parts = [group];
    for (let part = parts.shift(); part; part = parts.shift())
      try {
        const values = await send(part.map(({ piece }) => piece));
        for (const [index, one] of part.entries()) one.resolve(values[index] as Value);
      } catch (error) {
        if (error instanceof StoreUnavailable)
          for (const one of [part, ...parts.splice(0), waiting.splice(0)].flat()) one.reject(error);
        else if (part.length > 1) parts.push(...part.map((one) => [one]));
        else part[0]?.reject(error);
      }
  }

  return {
    add: (piece) =>
      new Promise((resolve, reject) => {
        waiting.push({ piece, resolve, reject });
        plan();
      }),
    async idle() {
      if (underWay === 0 && waiting.length === 0) return;
      await new Promise<void>((resolve) => rested.push(resolve));
    },
  };
}
