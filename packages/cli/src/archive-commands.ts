import type { Command } from "commander";
import { exportTo } from "./export.ts";
import { importFrom } from "./import.ts";
import { type PruneFlags, prune } from "./prune.ts";
import { type Flags, readSettings } from "./settings.ts";

/** The commands that move, back up and shorten what is stored. */
export function addArchiveCommands(program: Command, withStore: (command: Command) => Command): void {
  const settingsOf = (flags: Flags) => readSettings(flags, process.env, process.cwd());

  withStore(program.command("export <file>").description("write everything that is stored to a file"))
    .addHelpText("after", exportHelp)
    .action(async (file: string, flags: Flags) => exportTo(file, await settingsOf(flags)));

  withStore(program.command("import <file>").description("read such a file into an empty store"))
    .addHelpText("after", importHelp)
    .action(async (file: string, flags: Flags) => importFrom(file, await settingsOf(flags)));

  withStore(program.command("prune").description("remove what is old"))
    .option(
      "--older-than <age>",
      "erase conversations that have been at rest for so long, at least a day: 36h, 90d, 12w",
    )
    .option("--log-older-than <age>", "remove events of the log that are older, and keep the conversations")
    .option("--dry-run", "only say what would be removed")
    .option("--yes", "do not ask first")
    .addHelpText("after", pruneHelp)
    .action(async (flags: Flags & PruneFlags) => prune(await settingsOf(flags), flags));
}

const exportHelp = `
The store is the database of ASKBACK_DATABASE_URL, or the file in the data folder; servers can go on meanwhile.
The file holds one JSON text a line, compressed if its name ends in .gz; "-" stands for the standard output.
It holds what people wrote, and no keys.
With servers running it is a backup. To move: stop all servers, export, import, and start them on the new store.

Examples:
  askback export backup.jsonl.gz
  askback export - | ssh elsewhere "cat > backup.jsonl"
`;

const importHelp = `
The store is the database of ASKBACK_DATABASE_URL, or the file in the data folder. It must be empty and have no server yet.
To move from another store, stop all servers before the export: what they do after it stays behind.
All of the file is taken or nothing; "-" stands for the standard input. Keys are not in the file: copy the folder \`keys\`.

Examples:
  askback import backup.jsonl.gz --data-dir ./restored
  ASKBACK_DATABASE_URL=postgres://askback@db/askback askback import backup.jsonl.gz
`;

const pruneHelp = `
Conversations at rest are finished, failed or deleted ones, with their sub-agents. What waits for a person or for time stays.
In PostgreSQL servers can go on meanwhile; a data folder must have none, except for a dry run.

Examples:
  askback prune --older-than 90d --dry-run
  askback prune --older-than 90d --log-older-than 30d --yes
`;
