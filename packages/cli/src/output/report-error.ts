import { errorMessage, SettingError } from "../settings/setting-error.ts";
import { CommandError } from "../terminal/exit-code.ts";
import { nameCommands } from "./command-name.ts";

/** Says why a command failed, and what to do where that is known. */
export function reportError(error: unknown): void {
  const hint = error instanceof SettingError || error instanceof CommandError ? `→ ${error.hint}\n` : "";
  process.stderr.write(nameCommands(`✖ ${errorMessage(error)}\n${hint}`));
  process.exitCode = error instanceof CommandError ? error.exitCode : process.exitCode || 1;
}
