import type { Row } from "./statements.ts";

/** A table of people that an export holds, with its key and the other columns; links, sessions and invitations are left out. */
interface ArchivedTable {
  readonly key: readonly string[];
  readonly columns: readonly string[];
}

/** Tables to which others refer come first. */
export const archivedTables = {
  people: { key: ["id"], columns: ["name", "email", "avatar", "created_at", "disabled_at"] },
  projects: { key: ["id"], columns: ["name", "created_at"] },
  members: { key: ["project", "person"], columns: ["role", "joined_at", "left_at"] },
  person_groups: { key: ["project", "name"], columns: [] },
  former_group_names: { key: ["project", "former"], columns: ["name"] },
  group_members: { key: ["project", "name", "person"], columns: [] },
  identities: { key: ["issuer", "subject"], columns: ["person"] },
  api_keys: {
    key: ["id"],
    columns: [
      "name",
      "project",
      "scopes",
      "hash",
      "created_by",
      "created_at",
      "expires_at",
      "last_used_at",
      "revoked_at",
    ],
  },
} as const satisfies Readonly<Record<string, ArchivedTable>>;

export type ArchivedTableName = keyof typeof archivedTables;
export const archivedTableNames = Object.keys(archivedTables) as readonly ArchivedTableName[];

/** A row of one of these tables, by its columns. */
export interface AccessRecord {
  readonly type: "access";
  readonly table: ArchivedTableName;
  readonly row: Readonly<Record<string, string | number | null>>;
}

export function columnsOf(table: ArchivedTableName): readonly string[] {
  const { key, columns } = archivedTables[table];
  return [...key, ...columns];
}

/** A row as both databases give it; PostgreSQL gives large numbers as text. */
export function toAccessRecord(table: ArchivedTableName, row: Row): AccessRecord {
  const values = columnsOf(table).map((column) => {
    const value = row[column];
    const isTime = column.endsWith("_at");
    return [column, value === null || value === undefined ? null : isTime ? Number(value) : String(value)];
  });
  return { type: "access", table, row: Object.fromEntries(values) };
}

export function selectTable(table: ArchivedTableName): string {
  return `select * from ${table} order by ${archivedTables[table].key.join(", ")}`;
}

/** Inserts rows of a source; those that every store has from the start are replaced. */
export function insertTable(table: ArchivedTableName, source: string): string {
  const { key, columns } = archivedTables[table];
  const changes = columns.map((column) => `${column} = excluded.${column}`).join(", ");
  const conflict = changes === "" ? "do nothing" : `do update set ${changes}`;
  return `insert into ${table} (${columnsOf(table).join(", ")}) ${source} on conflict (${key.join(", ")}) ${conflict}`;
}
