export interface TransactionDatabase {
  exec(sql: string): void;
}

/** Runs writes, each whole or not at all, and resolves them when they are on disk. */
export interface GroupCommit {
  write<Value>(work: () => Value): Promise<Value>;
  /** Runs the waiting writes now. */
  flush(): void;
}

export interface GroupHooks {
  /** Writes what the group has gathered, inside its transaction. */
  beforeCommit(): void;
  /** Forgets what was remembered of writes that are undone. */
  onRolledBack(): void;
  /** Called after a group, whether it was written or not. */
  onFlushed(): void;
}

interface Waiting {
  readonly work: () => unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * Writes of one turn of the event loop share one transaction and one sync to disk; if that fails, all are rejected. Where a
 * write throws, the group is rolled back and each write gets a transaction of its own, so that it fails alone. (A savepoint
 * for each write would do the same and costs half as much again.)
 */
export function createGroupCommit(db: TransactionDatabase, hooks: GroupHooks): GroupCommit {
  let waiting: Waiting[] = [];

  function flush(): void {
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    if (!commitGroup(group)) for (const one of group) commitGroup([one]);
    hooks.onFlushed();
  }

  /** Returns false when a write of the group threw and nothing was written; otherwise all promises are settled. */
  function commitGroup(group: readonly Waiting[]): boolean {
    const values: unknown[] = [];
    try {
      db.exec("begin immediate");
    } catch (error) {
      for (const one of group) one.reject(error);
      return true;
    }
    try {
      for (const { work } of group) values.push(work());
      hooks.beforeCommit();
    } catch (error) {
      rollBack();
      const [only] = group.length === 1 ? group : [];
      only?.reject(error);
      return only !== undefined;
    }
    try {
      db.exec("commit");
    } catch (error) {
      rollBack();
      for (const one of group) one.reject(error);
      return true;
    }
    for (const [index, { resolve }] of group.entries()) resolve(values[index]);
    return true;
  }

  function rollBack(): void {
    hooks.onRolledBack();
    try {
      db.exec("rollback");
    } catch {
      // A failed commit may have ended the transaction already.
    }
  }

  return {
    flush,
    write<Value>(work: () => Value) {
      return new Promise<Value>((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({ work, resolve: (value) => resolve(value as Value), reject });
      });
    },
  };
}
