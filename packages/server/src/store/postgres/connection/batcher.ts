import { StoreUnavailable } from "../../store-unavailable.ts";

/** Sends items that wait at the same moment as one batch. */
export interface Batcher<Item, Value> {
  add(item: Item): Promise<Value>;
  /** Resolves when no item is waiting or under way. */
  idle(): Promise<void>;
}

interface Waiting<Item, Value> {
  readonly item: Item;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

export interface BatcherOptions<Item, Value> {
  /** Items of one key are sent one after the other, in the order in which they came. */
  keyOf?(item: Item): string;
  /** Batches under way at once; items that come meanwhile wait and make the next batches larger. */
  readonly maxBatches: number;
  readonly maxSize: number;
  send(items: readonly Item[]): Promise<readonly Value[]>;
}

/**
 * A batch that fails is sent again item by item, so that a bad item fails alone. When the store is unavailable nobody knows
 * whether the batch arrived: it is rejected, together with the items that wait, so that they do not pile up.
 */
export function createBatcher<Item, Value>(options: BatcherOptions<Item, Value>): Batcher<Item, Value> {
  const { keyOf, maxBatches, maxSize, send } = options;
  let waiting: Waiting<Item, Value>[] = [];
  const keysUnderWay = new Set<string>();
  let batchesUnderWay = 0;
  let isScheduled = false;
  let idleListeners: (() => void)[] = [];

  function schedule(): void {
    if (isScheduled || waiting.length === 0 || batchesUnderWay >= maxBatches) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      // If the keys of all waiting items are under way, the end of that batch schedules the next one.
      if (startBatch()) schedule();
    });
  }

  function startBatch(): boolean {
    const batch = nextBatch();
    if (batch.length === 0) return false;
    batchesUnderWay += 1;
    void sendBatch(batch).finally(() => {
      batchesUnderWay -= 1;
      if (keyOf) for (const { item } of batch) keysUnderWay.delete(keyOf(item));
      schedule();
      if (batchesUnderWay > 0 || waiting.length > 0) return;
      for (const listener of idleListeners) listener();
      idleListeners = [];
    });
    return true;
  }

  function nextBatch(): readonly Waiting<Item, Value>[] {
    const batch: Waiting<Item, Value>[] = [];
    const rest: Waiting<Item, Value>[] = [];
    const blocked = new Set<string>();
    for (const one of waiting) {
      const key = keyOf?.(one.item);
      const isFree = key === undefined || (!keysUnderWay.has(key) && !blocked.has(key));
      const fits = batch.length < maxSize && isFree;
      if (key !== undefined) (fits ? keysUnderWay : blocked).add(key);
      (fits ? batch : rest).push(one);
    }
    waiting = rest;
    return batch;
  }

  async function sendBatch(batch: readonly Waiting<Item, Value>[]): Promise<void> {
    const parts = [batch];
    for (let part = parts.shift(); part; part = parts.shift())
      try {
        const values = await send(part.map(({ item }) => item));
        for (const [index, one] of part.entries()) one.resolve(values[index] as Value);
      } catch (error) {
        if (error instanceof StoreUnavailable)
          for (const one of [part, ...parts.splice(0), waiting.splice(0)].flat()) one.reject(error);
        else if (part.length > 1) parts.push(...part.map((one) => [one]));
        else part[0]?.reject(error);
      }
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        schedule();
      }),
    async idle() {
      if (batchesUnderWay === 0 && waiting.length === 0) return;
      await new Promise<void>((resolve) => idleListeners.push(resolve));
    },
  };
}
