/** Something that is read again whenever it may have changed. */
export interface Reading {
  /** Reads it; while a read is under way, reads it once more after that. Resolves when what is shown is current. */
  refresh(): Promise<void>;
}

/**
 * One read at a time. `take` gets what came, and whether it may be old: whether a refresh was wanted since the read began.
 */
export function createReading<Value>(
  read: () => Promise<Value>,
  take: (value: Value, mayBeOld: boolean) => void,
): Reading {
  let current: Promise<void> | undefined;
  let isWanted = false;

  async function run(): Promise<void> {
    do {
      isWanted = false;
      const value = await read();
      take(value, isWanted);
    } while (isWanted);
  }

  return {
    refresh() {
      isWanted = true;
      current ??= run().finally(() => {
        current = undefined;
      });
      return current;
    },
  };
}
