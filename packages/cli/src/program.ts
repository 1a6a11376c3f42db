import { version } from "@askback/core";
import { Command } from "commander";
import { nameCommands } from "./output/command-name.ts";
import { reportError } from "./output/report-error.ts";
import { exitCodes } from "./terminal/exit-code.ts";

/** The commands, in the order of the help. Only the code of the one that is run is loaded. */
const commands: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  serve: async () => (await import("./commands/serve.ts")).addServeCommand,
  init: async () => (await import("./commands/init.ts")).addInitCommand,
  ask: async () => (await import("./commands/ask.ts")).addAskCommand,
  answer: async () => (await import("./commands/answer.ts")).addAnswerCommand,
  inbox: async () => (await import("./commands/inbox.ts")).addInboxCommand,
  chat: async () => (await import("./commands/chat.ts")).addChatCommand,
  link: async () => (await import("./commands/link.ts")).addLinkCommand,
  people: async () => (await import("./commands/people.ts")).addPeopleCommand,
  keys: async () => (await import("./commands/keys.ts")).addKeysCommand,
  migrate: async () => (await import("./commands/migrate.ts")).addMigrateCommand,
  doctor: async () => (await import("./commands/doctor.ts")).addDoctorCommand,
  export: async () => (await import("./commands/export.ts")).addExportCommand,
  import: async () => (await import("./commands/import.ts")).addImportCommand,
  backup: async () => (await import("./commands/backup.ts")).addBackupCommand,
  restore: async () => (await import("./commands/restore.ts")).addRestoreCommand,
  prune: async () => (await import("./commands/prune.ts")).addPruneCommand,
  audit: async () => (await import("./commands/audit.ts")).addAuditCommand,
  webhooks: async () => (await import("./commands/webhooks.ts")).addWebhooksCommand,
  hook: async () => (await import("./commands/hook.ts")).addHookCommand,
  mcp: async () => (await import("./commands/mcp.ts")).addMcpCommand,
};

const program = new Command("askback")
  .description("Agents ask people, wait as long as it takes, and go on with the answer.")
  .version(version)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : exitCodes.usage))
  .configureOutput({
    writeOut: (text) => process.stdout.write(nameCommands(text)),
    writeErr: (text) => process.stderr.write(nameCommands(text)),
  });

const args = process.argv.slice(2);
const [word = "--help"] = args;
for (const name of neededCommands()) (await commands[name]?.())?.(program);
nameHelpAfterErrors(program, program.name());

// A word that is no command would be taken for an argument of the default one.
if (!/^-|^help$/.test(word) && !Object.hasOwn(commands, word)) program.error(`error: unknown command '${word}'`);

try {
  await program.parseAsync();
} catch (error) {
  reportError(error);
}

/** The command that the arguments name, or the default one; all where the program's help may be shown. */
function neededCommands(): readonly string[] {
  if (Object.hasOwn(commands, word)) return [word];
  const mayShowHelp = !word.startsWith("-") || args.some((arg) => arg === "--help" || arg === "-h");
  return mayShowHelp ? Object.keys(commands) : ["serve"];
}

/** The help itself would push the error out of sight. */
function nameHelpAfterErrors(command: Command, words: string): void {
  command.showHelpAfterError(`→ See \`${words} --help\`.`);
  for (const inner of command.commands) nameHelpAfterErrors(inner, `${words} ${inner.name()}`);
}
