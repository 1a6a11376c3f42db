import { DatabaseSync } from "node:sqlite";
import { canaryContract } from "../../testing/canary.contract.ts";
import { databaseFile } from "../data-folder.ts";
import { createSqliteStore } from "../store.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

canaryContract("SQLite", {
  withoutWords: ["open_inquiry_counts", "restricted_inquiry_counts"],
  async open() {
    const folder = temporaryFolder();
    return { store: createSqliteStore({ folder }), readTables: async () => readTables(databaseFile(folder)) };
  },
});

function readTables(file: string): ReadonlyMap<string, string> {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = db.prepare("select name from sqlite_schema where type = 'table'").all();
    return new Map(tables.map(({ name }) => [String(name), textOf(db.prepare(`select * from ${name}`).all())]));
  } finally {
    db.close();
  }
}

function textOf(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const values = rows.flatMap((row) => Object.values(row));
  return values.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString() : value)).join("\n");
}
