type Value = string | number | boolean | null;

/**
 * One column: its SQL type, what it is written by, and its value in a row. An `input` is only read by the statement,
 * `insert` is stored when a row is made, and `upsert` also when it is changed.
 */
type Column<Row> = readonly [
  type: SqlType,
  written: "input" | "insert" | "upsert",
  value: (row: Row) => Value | undefined,
];

export type Columns<Row> = Readonly<Record<string, Column<Row>>>;

/** Rows that a statement gets as parameters, one array for each column. */
export interface ColumnTable<Row> {
  /** The rows as a `from` item; with `only`, just those columns. */
  rows(alias: string, only?: readonly string[]): string;
  /** The columns that an insert stores, as a list. */
  inserted(alias?: string): string;
  /** The columns that an update sets, as assignments. */
  updated(alias: string): string;
  /** The values of the parameters, in the order in which `rows` numbers them. */
  parameters(rows: readonly Row[]): readonly Buffer[];
  /** The number of the first parameter after those of this table. */
  readonly nextParameter: number;
}

/** Makes the SQL and the parameters from the same columns, so that a new column is one line. */
export function createColumnTable<Row>(columns: Columns<Row>, firstParameter = 1): ColumnTable<Row> {
  const entries = Object.entries(columns).map(([name, [type, written, value]], index) => ({
    name,
    type,
    written,
    value,
    parameter: `$${firstParameter + index}::${type}[]`,
  }));
  const stored = entries.filter(({ written }) => written !== "input");
  return {
    rows(alias, only) {
      const used = only ? entries.filter(({ name }) => only.includes(name)) : entries;
      const parameters = used.map(({ parameter }) => parameter).join(", ");
      return `unnest(${parameters}) as ${alias} (${used.map(({ name }) => name).join(", ")})`;
    },
    inserted: (alias) => stored.map(({ name }) => (alias === undefined ? name : `${alias}.${name}`)).join(", "),
    updated: (alias) =>
      stored
        .filter(({ written }) => written === "upsert")
        .map(({ name }) => `${name} = ${alias}.${name}`)
        .join(", "),
    parameters: (rows) =>
      entries.map(({ type, value }) =>
        binaryArray(
          type,
          rows.map((row) => value(row) ?? null),
        ),
      ),
    nextParameter: firstParameter + entries.length,
  };
}

interface Element {
  /** PostgreSQL's id of the type. */
  readonly oid: number;
  size(value: Value): number;
  write(bytes: Buffer, value: Value, at: number): void;
}

const elements = {
  text: {
    oid: 25,
    size: (value) => Buffer.byteLength(String(value)),
    write: (bytes, value, at) => void bytes.write(String(value), at),
  },
  integer: { oid: 23, size: () => 4, write: (bytes, value, at) => void bytes.writeInt32BE(Number(value), at) },
  bigint: {
    oid: 20,
    size: () => 8,
    write: (bytes, value, at) => void bytes.writeBigInt64BE(BigInt(Number(value)), at),
  },
  boolean: { oid: 16, size: () => 1, write: (bytes, value, at) => void bytes.writeUInt8(Number(value), at) },
} satisfies Record<string, Element>;

type SqlType = keyof typeof elements;

const headerSize = 20;

/**
 * An array in PostgreSQL's binary format. In the text format it is escaped here and parsed there, which for JSON, with
 * its many quotes, took a fifth of a commit's time on this side alone.
 */
function binaryArray(type: SqlType, values: readonly Value[]): Buffer {
  const { oid, size, write }: Element = elements[type];
  const sizes = values.map((value) => (value === null ? 0 : size(value)));
  const bytes = Buffer.allocUnsafe(sizes.reduce((sum, one) => sum + 4 + one, headerSize));
  const header = [1, values.includes(null) ? 1 : 0, oid, values.length, 1];
  for (const [index, number] of header.entries()) bytes.writeInt32BE(number, 4 * index);
  let at = headerSize;
  for (const [index, value] of values.entries()) {
    const length = sizes[index] ?? 0;
    bytes.writeInt32BE(value === null ? -1 : length, at);
    if (value !== null) write(bytes, value, at + 4);
    at += 4 + length;
  }
  return bytes;
}
