import { Command } from "commander";
import { addHookCommand } from "./commands/hook.ts";
import { nameCommands } from "./output/command-name.ts";
import { reportError } from "./output/report-error.ts";

/** The hook alone, since Claude Code waits for its start at every call: the rest of the program is not loaded. */
const program = new Command("askback").configureOutput({
  writeOut: (text) => process.stdout.write(nameCommands(text)),
});
addHookCommand(program);
try {
  await program.parseAsync();
} catch (error) {
  reportError(error);
}
