export type Row = Readonly<Record<string, unknown>>;
export type Value = string | number | undefined;

/** A statement that both databases understand, with the parameters $1, $2 and so on. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly Value[];
  /** Where it finds no row, nothing of the transaction happens. It has to return the rows that it changed. */
  readonly isRequired?: true;
}

/** How the tables of people are read and written. */
export interface Statements {
  read(sql: string, values: readonly Value[]): Promise<readonly Row[]>;
  /** Reads what is asked on every request; a store may remember it until somebody's access changes. */
  readAccess(sql: string, values: readonly Value[]): Promise<readonly Row[]>;
  /** One transaction after which somebody may do more or less; the rows of its last statement, undefined where nothing happened. */
  changeAccess(...statements: readonly Statement[]): Promise<readonly Row[] | undefined>;
  /** A write that changes nobody's access. */
  write(sql: string, values: readonly Value[]): Promise<readonly Row[]>;
}

export function optionalNumber(value: unknown): number | undefined {
  return value === null || value === undefined ? undefined : Number(value);
}

export function optionalText(value: unknown): string | undefined {
  return value === null || value === undefined ? undefined : String(value);
}

/** The rows of a column in a list of values, as SQL from parameter `first` on. */
export function parameters(count: number, first: number): string {
  return Array.from({ length: count }, (_, index) => `$${first + index}`).join(", ");
}
