import {
  MigrationRefused,
  type MigrationReport,
  migratePostgres,
  migrateSqlite,
  wordsForUnreachable,
} from "@askback/server";
import { storeName } from "./named-store.ts";
import { messageOf } from "./open-store.ts";
import { SettingError } from "./setting-error.ts";
import type { Settings } from "./settings.ts";

export interface MigrateFlags {
  readonly check?: boolean;
  readonly force?: boolean;
}

/** Brings the database up to date and says how; tells whether something is left to be done. */
export async function migrate(
  settings: Settings,
  { check = false, force = false }: MigrateFlags,
  write: (text: string) => void,
): Promise<boolean> {
  const { database, dataDir } = settings;
  const report = await inWords(() =>
    database
      ? migratePostgres(database, { dryRun: check, unsafe: force ? "always" : "when-alone" })
      : migrateSqlite(dataDir, { dryRun: check }),
  );
  write(check ? planned(report, database !== undefined) : done(report));
  write(`  It is ${storeName(settings)}.\n`);
  return check && report.steps.length > 0;
}

function planned(report: MigrationReport, areMany: boolean): string {
  const { from, to, steps } = report;
  if (steps.length === 0) return upToDate(to);
  return `! The database is to be brought from version ${from} to ${to}:\n${listed(report)}→ ${orderOf(report, areMany)}\n`;
}

function orderOf({ from, steps }: MigrationReport, areMany: boolean): string {
  if (!areMany)
    return "Stop the server of this folder and run `askback migrate`, or start the new one, which does the same.";
  if (from > 0 && steps.some(({ isSafeUnderOlder }) => !isSafeUnderOlder))
    return "Stop all servers, run `askback migrate`, and start the new ones.";
  return "Run `askback migrate`; servers that run can go on meanwhile.";
}

function done(report: MigrationReport): string {
  const { from, to, steps } = report;
  return steps.length === 0
    ? upToDate(to)
    : `✔ The database was brought from version ${from} to ${to}:\n${listed(report)}`;
}

function upToDate(version: number): string {
  return `✔ The database is up to date, at version ${version}.\n`;
}

/** On an empty database no step can disturb anybody. */
function listed({ from, steps }: MigrationReport): string {
  const lines = steps.map(({ number, title, isSafeUnderOlder }) => {
    const remark = from > 0 && !isSafeUnderOlder ? ": not beside servers of an older version" : "";
    return `  ${number}. ${title}${remark}\n`;
  });
  return lines.join("");
}

async function inWords(work: () => Promise<MigrationReport>): Promise<MigrationReport> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MigrationRefused) throw new SettingError(error.message, error.hint);
    throw new SettingError(
      `the database could not be brought up to date: ${messageOf(error)}`,
      `${wordsForUnreachable(error).advice} \`askback doctor\` looks closer.`,
    );
  }
}
