import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { copyDatabase } from "@askback/server";
import type { Command } from "commander";
import { type Progress, startProgress } from "../output/progress.ts";
import { errorMessage, SettingError } from "../settings/setting-error.ts";
import type { Flags, Settings } from "../settings/settings.ts";
import { storeName, withStoreErrors } from "../store/configured-store.ts";
import { copyMissingKeys } from "../store/key-files.ts";
import { settingsFor, withStoreOptions } from "./options.ts";

export function addBackupCommand(program: Command): void {
  withStoreOptions(
    program.command("backup <folder>").description("copy the data folder, also while a server works on it"),
  )
    .addHelpText("after", help)
    .action(async (folder: string, flags: Flags) => backUp(folder, await settingsFor(flags)));
}

const help = `
The copy is a new folder with the database as of one moment, checked, and the folder \`keys\`: keep it as secret as the data.
It gets its name when it is complete. \`askback restore <folder>\` brings it back.
A PostgreSQL database is backed up with its own tools (pg_dump, or a base backup); run \`askback restore --new-history\` after a restore.

Examples:
  askback backup ./backup-monday
  askback backup "/mnt/backups/askback-$(date +%F)" --data-dir /var/lib/askback
`;

const exitCodeBySignal = { SIGINT: 130, SIGTERM: 143 } as const;

/** Copies the data folder of the settings; an unfinished copy is removed. */
async function backUp(folder: string, settings: Settings): Promise<void> {
  if (settings.database)
    throw new SettingError(
      "this store is a PostgreSQL database, which has its own tools for backups",
      "Use pg_dump or a base backup; or `askback export`, which writes what is stored to a file.",
    );
  refuseExisting(folder);
  const part = `${folder}.${randomBytes(6).toString("hex")}.part`;
  const removePart = () => rmSync(part, { recursive: true, force: true });
  const signals = ["SIGINT", "SIGTERM"] as const;
  const exit = (signal: (typeof signals)[number]) => process.exit(exitCodeBySignal[signal]);
  process.once("exit", removePart);
  for (const signal of signals) process.once(signal, exit);
  try {
    makeFolder(part, folder);
    await withStoreErrors(settings, () => fill(part, settings));
    copyMissingKeys(settings.dataDir, part);
    refuseExisting(folder);
    renameSync(part, folder);
    process.stderr.write(`✔ Copied ${storeName(settings)} and its keys to ${folder}, and checked the copy.\n`);
  } finally {
    for (const signal of signals) process.off(signal, exit);
    process.off("exit", removePart);
    removePart();
  }
}

async function fill(part: string, { dataDir }: Settings): Promise<void> {
  let progress: Progress | undefined;
  let shown = 0;
  try {
    await copyDatabase(dataDir, part, ({ pages, done }) => {
      progress ??= startProgress({ title: "Copying", total: pages });
      progress.advance(done - shown);
      shown = done;
    });
  } finally {
    progress?.stop();
  }
}

function refuseExisting(folder: string): void {
  if (existsSync(folder)) throw new SettingError(`there is a ${folder} already`, "Give another name, or remove it.");
}

function makeFolder(part: string, folder: string): void {
  try {
    mkdirSync(dirname(part), { recursive: true });
    mkdirSync(part, { mode: 0o700 });
  } catch (error) {
    throw new SettingError(
      `${folder} cannot be written: ${errorMessage(error)}`,
      "Give a name in a folder that you can write to, and that has room.",
    );
  }
}
