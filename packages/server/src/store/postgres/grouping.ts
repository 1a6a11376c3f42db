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
  /** Pieces of one key travel one after the other, in the order in which they came. */
  keyOf(piece: Piece): string;
  /** Groups under way at once; what comes meanwhile waits and makes the next ones larger. */
  readonly lanes: number;
  readonly largest: number;
  send(pieces: readonly Piece[]): Promise<readonly Value[]>;
}

/**
 * A group that fails is sent again piece by piece, so that one bad piece takes nobody with it; but not when the store was
 * away: then nobody knows whether the group arrived.
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
      depart();
      plan();
    });
  }

  function depart(): void {
    const group = nextGroup();
    if (group.length === 0) return;
    underWay += 1;
    void settle(group).finally(() => {
      underWay -= 1;
      for (const { piece } of group) keysUnderWay.delete(keyOf(piece));
      plan();
      if (underWay > 0 || waiting.length > 0) return;
      for (const tell of rested) tell();
      rested = [];
    });
  }

  function nextGroup(): readonly Waiting<Piece, Value>[] {
    const group: Waiting<Piece, Value>[] = [];
    const left: Waiting<Piece, Value>[] = [];
    const blocked = new Set<string>();
    for (const one of waiting) {
      const key = keyOf(one.piece);
      const fits = group.length < largest && !keysUnderWay.has(key) && !blocked.has(key);
      (fits ? keysUnderWay : blocked).add(key);
      (fits ? group : left).push(one);
    }
    waiting = left;
    return group;
  }

  async function settle(group: readonly Waiting<Piece, Value>[]): Promise<void> {
    try {
      const values = await send(group.map(({ piece }) => piece));
      for (const [index, one] of group.entries()) one.resolve(values[index] as Value);
    } catch (error) {
      if (group.length === 1 || error instanceof StoreUnavailable) for (const one of group) one.reject(error);
      else for (const one of group) await settle([one]);
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
