import type { DatabaseSync } from "node:sqlite";
import { DiskUnavailable, toDiskError } from "./disk-errors.ts";

export const restoreHint =
  "Stop the server, keep the damaged file and those beside it, and restore a backup with `askback restore`.";

/** A file of a data folder that cannot be read; `hint` says what to do. */
export class DataFolderDamaged extends Error {
  override readonly name = "DataFolderDamaged";
  readonly hint: string;

  constructor(message: string, { cause, hint }: { readonly cause?: unknown; readonly hint: string }) {
    super(message, { cause });
    this.hint = hint;
  }
}

export function isDamaged(error: unknown): boolean {
  const found = toDiskError(error);
  return found instanceof DiskUnavailable && found.fault === "damaged";
}

export function damagedDatabase(file: string, cause: unknown): DataFolderDamaged {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new DataFolderDamaged(`the database ${file} is damaged: ${why}`, { cause, hint: restoreHint });
}

export function damagedLock(file: string): DataFolderDamaged {
  return new DataFolderDamaged(`the lock ${file} is damaged`, {
    hint: "It contains no data: delete it while no server runs on this folder.",
  });
}

/** Up to this size a check of all pages takes a fraction of a second. */
const wholeCheckBytes = 32 * 1024 * 1024;
const rowsPerSample = 200;

/** Throws if the database is damaged: a small one is checked as a whole, of a larger one both ends of each table are read. */
export function refuseDamaged(db: DatabaseSync, file: string): void {
  const size = db.prepare("select page_count * page_size as size from pragma_page_count, pragma_page_size").get()?.size;
  const damage = Number(size) <= wholeCheckBytes ? firstFault(db, "quick_check") : readSample(db);
  if (damage !== undefined) throw damagedDatabase(file, damage);
}

/** Reads a whole database, its pages, its indexes and its JSON, and says what is wrong with it. */
export function findDamage(db: DatabaseSync): string | undefined {
  return firstFault(db, "integrity_check") ?? findInvalidJson(db);
}

function firstFault(db: DatabaseSync, check: "quick_check" | "integrity_check"): string | undefined {
  const fault = String(db.prepare(`pragma ${check}(1)`).get()?.[check] ?? "no answer");
  return fault === "ok" ? undefined : fault;
}

function readSample(db: DatabaseSync): undefined {
  for (const table of tablesOf(db)) {
    const columns = db.prepare("select name, type, pk from pragma_table_info(?) order by pk").all(table);
    const keys = columns.filter(({ pk }) => Number(pk) > 0);
    // The contents of files are large.
    const read = columns.filter(({ type }) => type !== "BLOB").map(({ name }) => `"${name}"`);
    if (keys.length === 0) continue;
    for (const direction of ["asc", "desc"]) {
      const order = keys.map(({ name }) => `"${name}" ${direction}`);
      const rows = db.prepare(`select ${read} from "${table}" order by ${order} limit ${rowsPerSample}`).iterate();
      while (!rows.next().done);
    }
  }
}

/** The columns that hold JSON of the server, by table. */
const jsonColumns = {
  conversations: "state",
  log: "events",
  messages: "message",
  inquiries: "record",
  ended_runs: "record",
};

function findInvalidJson(db: DatabaseSync): string | undefined {
  const tables = new Set(tablesOf(db));
  for (const [table, column] of Object.entries(jsonColumns)) {
    if (!tables.has(table)) continue;
    const { invalid } =
      db.prepare(`select count(*) as invalid from ${table} where not json_valid(${column})`).get() ?? {};
    if (Number(invalid) > 0) return `${invalid} rows of ${table} are not what the server wrote`;
  }
  return undefined;
}

function tablesOf(db: DatabaseSync): readonly string[] {
  const ordinary = "type = 'table' and sql not like 'create virtual%' and name not like 'sqlite_%'";
  return db
    .prepare(`select name from sqlite_schema where ${ordinary}`)
    .all()
    .map(({ name }) => String(name));
}
