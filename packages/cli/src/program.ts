import { version } from "@askback/server";
import { Command } from "commander";
import { addAnswerCommand } from "./commands/answer.ts";
import { addAskCommand } from "./commands/ask.ts";
import { addAuditCommand } from "./commands/audit.ts";
import { addBackupCommand } from "./commands/backup.ts";
import { addChatCommand } from "./commands/chat.ts";
import { addDoctorCommand } from "./commands/doctor.ts";
import { addExportCommand } from "./commands/export.ts";
import { addHookCommand } from "./commands/hook.ts";
import { addImportCommand } from "./commands/import.ts";
import { addInboxCommand } from "./commands/inbox.ts";
import { addInitCommand } from "./commands/init.ts";
import { addKeysCommand } from "./commands/keys.ts";
import { addLinkCommand } from "./commands/link.ts";
import { addMcpCommand } from "./commands/mcp.ts";
import { addMigrateCommand } from "./commands/migrate.ts";
import { addPeopleCommand } from "./commands/people.ts";
import { addPruneCommand } from "./commands/prune.ts";
import { addRestoreCommand } from "./commands/restore.ts";
import { addServeCommand } from "./commands/serve.ts";
import { addWebhooksCommand } from "./commands/webhooks.ts";
import { nameCommands } from "./output/command-name.ts";
import { reportError } from "./output/report-error.ts";

const program = new Command("askback")
  .description("Agents ask people, wait as long as it takes, and go on with the answer.")
  .version(version)
  .showHelpAfterError()
  .configureOutput({
    writeOut: (text) => process.stdout.write(nameCommands(text)),
    writeErr: (text) => process.stderr.write(nameCommands(text)),
  });

addServeCommand(program);
addInitCommand(program);
addAskCommand(program);
addAnswerCommand(program);
addInboxCommand(program);
addChatCommand(program);
addLinkCommand(program);
addPeopleCommand(program);
addKeysCommand(program);
addMigrateCommand(program);
addDoctorCommand(program);
addExportCommand(program);
addImportCommand(program);
addBackupCommand(program);
addRestoreCommand(program);
addPruneCommand(program);
addAuditCommand(program);
addWebhooksCommand(program);
addHookCommand(program);
addMcpCommand(program);

// A word that is no command would be taken for an argument of the default one.
const [word = "--help"] = process.argv.slice(2);
if (!/^-|^help$/.test(word) && !program.commands.some((command) => command.name() === word))
  program.error(`error: unknown command '${word}'`);

try {
  await program.parseAsync();
} catch (error) {
  reportError(error);
}
