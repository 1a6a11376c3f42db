import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Credentials } from "../people/credentials.ts";
import type { Directory } from "../people/directory.ts";
import { createCredentials } from "../people/sql-credentials.ts";
import { createDirectory } from "../people/sql-directory.ts";
import type { Row, Statement, Value } from "../people/statements.ts";
import type { GroupCommit } from "./commit/group-commit.ts";

type PeopleDatabase = Pick<DatabaseSync, "prepare" | "exec">;

export interface People {
  readonly directory: Directory;
  readonly credentials: Credentials;
  onAccessChanged(listener: () => void): () => void;
}

/** People and credentials in tables; a lookup takes microseconds, so nothing is remembered. */
export function createPeople(db: PeopleDatabase, group: Pick<GroupCommit, "write">): People {
  const listeners = new Set<() => void>();
  const prepared = new Map<string, StatementSync>();

  function run(sql: string, values: readonly Value[]): readonly Row[] {
    // SQLite writes a numbered parameter as ?1.
    const statement = prepared.get(sql) ?? db.prepare(sql.replaceAll(/\$(\d)/g, "?$1"));
    prepared.set(sql, statement);
    return statement.all(...values.map((value) => value ?? null));
  }

  const read = async (sql: string, values: readonly Value[]) => run(sql, values);
  const statements = {
    read,
    readAccess: read,
    write: (sql: string, values: readonly Value[]) => group.write(() => run(sql, values)),
    async changeAccess(...all: readonly Statement[]) {
      const rows = await group.write(() => runAll(db, all, run));
      if (rows) for (const listener of listeners) listener();
      return rows;
    },
  };
  return {
    directory: createDirectory(statements),
    credentials: createCredentials(statements),
    onAccessChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Runs all of them, or none where a required one finds no row. */
function runAll(
  db: PeopleDatabase,
  all: readonly Statement[],
  run: (sql: string, values: readonly Value[]) => readonly Row[],
): readonly Row[] | undefined {
  db.exec("savepoint access");
  let rows: readonly Row[] = [];
  for (const { sql, values, isRequired } of all) {
    rows = run(sql, values);
    if (isRequired && rows.length === 0) {
      db.exec("rollback to access; release access");
      return undefined;
    }
  }
  db.exec("release access");
  return rows;
}
