import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { round } from "../statistics.ts";

/** What SQLite was asked for and wrote. */
export interface Counts {
  readonly statements: number;
  readonly rows: number;
  readonly walBytes: number;
}

const databases = new Set<DatabaseSync>();
let statements = 0;

/** Counts the statements of all databases that are opened after the call, and keeps their logs from being cut. */
export function countStatements(): void {
  const { prepare, exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (...args) {
    if (!databases.has(this)) {
      databases.add(this);
      exec.call(this, "pragma wal_autocheckpoint = 0");
    }
    return prepare.apply(this, args);
  };
  DatabaseSync.prototype.exec = function (sql) {
    statements += 1;
    exec.call(this, sql);
  };
  for (const name of ["run", "get", "all", "iterate"] as const) {
    const original = StatementSync.prototype[name] as (...args: never[]) => unknown;
    Object.defineProperty(StatementSync.prototype, name, {
      value(this: StatementSync, ...args: never[]) {
        statements += 1;
        return original.apply(this, args);
      },
    });
  }
}

/** The counts since the process started; `file` is a database that is open. */
export function readCounts(file: string): Counts {
  const counted = statements;
  let rows = 0;
  for (const db of databases) rows += Number(db.prepare("select total_changes() as changes").get()?.changes);
  statements = counted;
  const folder = dirname(file);
  const logs = readdirSync(folder).filter((name) => name.endsWith("-wal"));
  return { statements, rows, walBytes: logs.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) };
}

/** The difference of two counts for each of so many cycles. */
export function perCycle(before: Counts, after: Counts, cycles: number) {
  return {
    statements: round((after.statements - before.statements) / cycles, 1),
    rows: round((after.rows - before.rows) / cycles, 1),
    walBytes: round((after.walBytes - before.walBytes) / cycles),
  };
}

/** Tables and indexes with less of the whole are not listed: most of them are empty. */
const smallShare = 0.005;

/** The bytes of each table and index for each of so many parked conversations, and of all together. */
export function bytesEach(file: string, conversations: number): Readonly<Record<string, number>> {
  const db = new DatabaseSync(file, { readOnly: true });
  const sizes = db.prepare("select name, sum(pgsize) as bytes from dbstat group by name order by bytes desc").all();
  db.close();
  const sum = sizes.reduce((total, { bytes }) => total + Number(bytes), 0);
  const large = sizes.filter(({ bytes }) => Number(bytes) > sum * smallShare);
  const each = large.map(({ name, bytes }) => [String(name), round(Number(bytes) / conversations)]);
  return { all: round(sum / conversations), ...Object.fromEntries(each) };
}
