/** The part of a database that a group commit needs. */
export interface TransactionDatabase {
  exec(sql: string): void;
}

/** Runs pieces of writing, each whole or not at all, and answers when they are on disk. */
export interface GroupCommit {
  write<Value>(work: () => Value): Promise<Value>;
  /** Writes what still waits, now. */
  flush(): void;
}

interface Waiting {
  readonly work: () => unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * What waits in one turn of the event loop shares one transaction and one sync to disk; if that fails, all are rejected.
 * A piece that throws takes nobody with it: the group is rolled back and each piece gets a transaction of its own.
 * (A savepoint for each piece would say the same and costs half as much again.)
 */
export function createGroupCommit(db: TransactionDatabase, committed: () => void): GroupCommit {
  let waiting: Waiting[] = [];

  function flush(): void {
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    if (!commitTogether(group)) for (const one of group) commitTogether([one]);
    committed();
  }

  /** False when a piece threw, and nothing is written; true when all is settled. */
  function commitTogether(group: readonly Waiting[]): boolean {
    const values: unknown[] = [];
    try {
      db.exec("begin immediate");
    } catch (error) {
      for (const one of group) one.reject(error);
      return true;
    }
    try {
      for (const { work } of group) values.push(work());
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
