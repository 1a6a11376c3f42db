export interface MigrationStep {
  readonly number: number;
  readonly title: string;
  /** Whether servers of any version since the last unsafe step can go on working while and after it runs. */
  readonly isSafeUnderOlder: boolean;
}

export interface MigrationReport {
  /** The version of the tables before. */
  readonly from: number;
  readonly to: number;
  readonly steps: readonly MigrationStep[];
}

/** A database that cannot be migrated; `hint` says what to do. */
export class MigrationRefused extends Error {
  override readonly name = "MigrationRefused";
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

/** The steps from a version to the newest that we know; none for a newer database that still works with our version. */
export function planMigration(
  from: number,
  known: readonly Omit<MigrationStep, "number">[],
  oldestSupported = from,
): MigrationReport {
  if (from > known.length && oldestSupported <= known.length) return { from, to: from, steps: [] };
  if (from > known.length)
    throw new MigrationRefused(
      `this database has version ${from}, and this Askback knows versions up to ${known.length}: start a newer Askback on it`,
      "Name another database if this one was not meant.",
    );
  const steps = known.map(({ title, isSafeUnderOlder }, index) => ({ number: index + 1, title, isSafeUnderOlder }));
  return { from, to: known.length, steps: steps.slice(from) };
}
