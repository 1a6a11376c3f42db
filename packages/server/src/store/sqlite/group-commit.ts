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
 * What waits in one turn of the event loop shares one transaction, with a savepoint each: one sync to disk for all.
 * If that sync fails, all of them are rejected.
 */
export function createGroupCommit(db: TransactionDatabase, committed: () => void): GroupCommit {
  let waiting: Waiting[] = [];

  function flush(): void {
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    let settle: (() => void)[];
    try {
      db.exec("begin immediate");
      settle = group.map((one) => attempt(one));
      db.exec("commit");
    } catch (error) {
      rollBack();
      for (const one of group) one.reject(error);
      return;
    }
    for (const answer of settle) answer();
    committed();
  }

  function attempt({ work, resolve, reject }: Waiting): () => void {
    db.exec("savepoint piece");
    try {
      const value = work();
      db.exec("release piece");
      return () => resolve(value);
    } catch (error) {
      undo(error);
      return () => reject(error);
    }
  }

  function undo(error: unknown): void {
    try {
      db.exec("rollback to piece; release piece");
    } catch {
      // The error has ended the whole transaction, so it is everybody's.
      throw error;
    }
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
