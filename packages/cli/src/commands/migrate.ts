import {
  explainConnectionError,
  MigrationRefused,
  type MigrationReport,
  migratePostgres,
  migrateSqlite,
} from "@askback/server";
import type { Command } from "commander";
import { nameCommands } from "../output/command-name.ts";
import { errorMessage, SettingError } from "../settings/setting-error.ts";
import type { Flags, Settings } from "../settings/settings.ts";
import { storeName } from "../store/configured-store.ts";
import { settingsFor, withStoreOptions } from "./options.ts";

interface MigrateFlags {
  readonly check?: boolean;
  readonly force?: boolean;
}

export function addMigrateCommand(program: Command): void {
  withStoreOptions(program.command("migrate").description("bring the database up to date"))
    .option("--check", "only say what would run; ends with 1 if something would, with 2 if that cannot be found out")
    .option("--force", "run steps that older servers do not survive, even while servers are connected")
    .addHelpText("after", help)
    .action(async (flags: Flags & MigrateFlags) => {
      // A script that runs --check can tell "something would run" (1) from an error (2).
      if (flags.check) process.exitCode = 2;
      process.exitCode = await migrate(await settingsFor(flags), flags);
    });
}

const help = `
The database is that of ASKBACK_DATABASE_URL (past a pooler by ASKBACK_DATABASE_DIRECT_URL), or the file in the data folder.
A server migrates by itself when it starts, except for steps that older servers do not survive: stop all servers before those.

Examples:
  askback migrate
  askback migrate --check; test $? = 1 && echo "the database needs a migration"
`;

/** Migrates the database, or only checks it, and gives the exit code. */
async function migrate(settings: Settings, { check = false, force = false }: MigrateFlags): Promise<0 | 1> {
  const { database, dataDir } = settings;
  const report = await withMigrationErrors(() =>
    database
      ? migratePostgres(database, { dryRun: check, unsafe: force ? "always" : "when-alone" })
      : migrateSqlite(dataDir, { dryRun: check }),
  );
  const text = check ? formatPlan(report, database !== undefined) : formatResult(report);
  process.stdout.write(nameCommands(`${text}  It is ${storeName(settings)}.\n`));
  return check && report.steps.length > 0 ? 1 : 0;
}

function formatPlan(report: MigrationReport, isShared: boolean): string {
  const { from, to, steps } = report;
  if (steps.length === 0) return formatUpToDate(to);
  return `! The database is to be brought from version ${from} to ${to}:\n${formatSteps(report)}→ ${advise(report, isShared)}\n`;
}

function advise({ from, steps }: MigrationReport, isShared: boolean): string {
  if (!isShared)
    return "Stop the server of this folder and run `askback migrate`, or start the new one, which does the same.";
  if (from > 0 && steps.some(({ isSafeUnderOlder }) => !isSafeUnderOlder))
    return "Stop all servers, run `askback migrate`, and start the new ones.";
  return "Run `askback migrate`; servers can keep running meanwhile.";
}

function formatResult(report: MigrationReport): string {
  const { from, to, steps } = report;
  return steps.length === 0
    ? formatUpToDate(to)
    : `✔ The database was brought from version ${from} to ${to}:\n${formatSteps(report)}`;
}

function formatUpToDate(version: number): string {
  return `✔ The database is up to date, at version ${version}.\n`;
}

/** The steps, with a remark on those that older servers do not survive; an empty database has no older servers. */
function formatSteps({ from, steps }: MigrationReport): string {
  const lines = steps.map(({ number, title, isSafeUnderOlder }) => {
    const remark = from > 0 && !isSafeUnderOlder ? ": not beside servers of an older version" : "";
    return `  ${number}. ${title}${remark}\n`;
  });
  return lines.join("");
}

async function withMigrationErrors(work: () => Promise<MigrationReport>): Promise<MigrationReport> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MigrationRefused) throw new SettingError(error.message, error.hint);
    throw new SettingError(
      `the database could not be brought up to date: ${errorMessage(error)}`,
      `${(await explainConnectionError(error)).advice} \`askback doctor\` tells more.`,
    );
  }
}
