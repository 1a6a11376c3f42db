import { existsSync, statSync } from "node:fs";
import { restoreDatabase, startNewPostgresHistory, startNewSqliteHistory } from "@askback/server";
import type { Command } from "commander";
import { SettingError } from "../settings/setting-error.ts";
import type { Flags, Settings } from "../settings/settings.ts";
import { storeName, withStoreErrors } from "../store/configured-store.ts";
import { copyMissingKeys } from "../store/key-files.ts";
import { settingsFor, withStoreOptions } from "./options.ts";

export function addRestoreCommand(program: Command): void {
  withStoreOptions(
    program.command("restore [backup]").description("put a backup in the place of the data, as a new history"),
  )
    .option("--new-history", "only start a new history, after a restore by other means")
    .addHelpText("after", help)
    .action(async (backup: string | undefined, flags: Flags & { readonly newHistory?: boolean }) => {
      const settings = await settingsFor(flags);
      if (flags.newHistory && backup === undefined) await startNewHistory(settings);
      else if (!flags.newHistory && backup !== undefined) await restore(backup, settings);
      else throw new SettingError("give either a backup or --new-history", "`askback restore --help` shows examples.");
    });
}

const help = `
Stop the server of the data folder first. The database that was there is kept beside the restored one, in a folder "replaced-...".
Keys that the data folder has stay as they are; missing ones come from the backup.
A new history means that readers of events start with a snapshot, since their position was in the old one.
After restoring a PostgreSQL database with its own tools, run this with --new-history before people come back.

Examples:
  askback restore ./backup-monday
  ASKBACK_DATABASE_URL=postgres://askback@db/askback askback restore --new-history
`;

async function restore(backup: string, settings: Settings): Promise<void> {
  if (settings.database)
    throw new SettingError(
      "this store is a PostgreSQL database, which has its own tools for backups",
      "Restore it with those, and run `askback restore --new-history`; an export is read by `askback import`.",
    );
  const { dataDir } = settings;
  const replaced = await withStoreErrors(settings, async () => restoreDatabase(dataDir, backup, new Date()));
  if (existsSync(backup) && statSync(backup).isDirectory()) copyMissingKeys(backup, dataDir);
  const kept = replaced === undefined ? "" : ` What was there is in ${replaced}: remove it when you no longer need it.`;
  process.stderr.write(`✔ Restored ${storeName(settings)} from ${backup}, as a new history.${kept}\n`);
}

async function startNewHistory(settings: Settings): Promise<void> {
  const { database, dataDir } = settings;
  await withStoreErrors(settings, async () =>
    database ? startNewPostgresHistory(database) : startNewSqliteHistory(dataDir),
  );
  process.stderr.write(`✔ ${storeName(settings)} has a new history.\n`);
}
