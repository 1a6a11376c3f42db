#!/usr/bin/env node
import { Command } from "commander";
import { addArchiveCommands } from "./archive-commands.ts";
import { examine } from "./doctor.ts";
import { reportOf } from "./doctor-report.ts";
import { link } from "./link.ts";
import { type MigrateFlags, migrate } from "./migrate.ts";
import { serve } from "./serve.ts";
import { SettingError } from "./setting-error.ts";
import { type Flags, readSettings } from "./settings.ts";

const program = new Command("askback")
  .description("Agents ask people, wait as long as it takes, and go on with the answer.")
  .version("0.1.0")
  .showHelpAfterError();

withSettings(program.command("serve").description("run the server"))
  .addHelpText("after", settingsHelp())
  .action(async (flags: Flags) => serve(await readSettings(flags, process.env, process.cwd())));

withSettings(program.command("link").description("print a new link that signs a browser in"))
  .addHelpText(
    "after",
    "\nThe link is for the server of this data folder or database, host and port, and is valid for an hour.\n",
  )
  .action(async (flags: Flags) => link(await readSettings(flags, process.env, process.cwd())));

withStore(program.command("migrate").description("bring the database up to date"))
  .option("--check", "only say what would run, and end with 1 if there is something, with 2 if that cannot be told")
  .option("--force", "run steps that older servers do not survive, though connections of servers are open")
  .addHelpText("after", migrateHelp())
  .action(async (flags: Flags & MigrateFlags) => {
    // Whoever asks whether there is something to do can tell "yes" from "nobody knows".
    if (flags.check) process.exitCode = 2;
    const settings = await readSettings(flags, process.env, process.cwd());
    const isLeft = await migrate(settings, flags, (text) => process.stdout.write(text));
    process.exitCode = isLeft ? 1 : 0;
  });

withStore(program.command("doctor").description("check everything that a server here needs"))
  .option("--json", "print what was found as JSON")
  .addHelpText("after", doctorHelp())
  .action(async (flags: Flags & { readonly json?: boolean }) => {
    const findings = await examine(() => readSettings(flags, process.env, process.cwd()));
    process.stdout.write(flags.json ? `${JSON.stringify({ findings }, null, 2)}\n` : reportOf(findings));
    if (findings.some(({ status }) => status === "failed")) process.exitCode = 1;
  });

addArchiveCommands(program, withStore);

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`✖ ${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof SettingError) process.stderr.write(`→ ${error.hint}\n`);
  process.exitCode ||= 1;
}

function withSettings(command: Command): Command {
  const listening = command
    .option("--host <address>", "address to listen on (ASKBACK_HOST, default 127.0.0.1)")
    .option("--port <number>", "port to listen on, 0 for a free one (ASKBACK_PORT, default 4100)");
  return withStore(listening);
}

function withStore(command: Command): Command {
  return command
    .option("--data-dir <folder>", "where data and keys are kept (ASKBACK_DATA_DIR, default .askback)")
    .option("--config <file>", "config file (ASKBACK_CONFIG, default askback.config.ts if it is there)");
}

function settingsHelp(): string {
  return `
Flags win over the environment, the environment over the config file, the config file over defaults.

With ASKBACK_DATABASE_URL (postgres://...) the data is in PostgreSQL; keys stay in the data folder.

Model keys come from ANTHROPIC_API_KEY, OPENAI_API_KEY and GOOGLE_GENERATIVE_AI_API_KEY, or from \`providers\` in the config.
With OTEL_EXPORTER_OTLP_ENDPOINT traces are sent there.
With no config file demo agents are served that need no key: planner, release-manager, researcher, assistant.

Examples:
  askback serve
  askback serve --port 8080 --data-dir /var/lib/askback
  ASKBACK_CONFIG=./agents.config.ts askback serve
`;
}

function migrateHelp(): string {
  return `
The database is the one of ASKBACK_DATABASE_URL (past a pooler by ASKBACK_DATABASE_DIRECT_URL), or the file in the data folder.
A server migrates by itself when it starts, except for steps that older servers do not survive: for these, stop all servers first.

Examples:
  askback migrate
  askback migrate --check; test $? = 1 && echo "the database is to be migrated"
`;
}

function doctorHelp(): string {
  return `
Changes nothing and prints no key or password. Ends with 1 if a check failed; what only deserves a look is marked with "!".

Examples:
  askback doctor
  askback doctor --json
  ASKBACK_DATABASE_URL=postgres://askback@db/askback askback doctor
`;
}
