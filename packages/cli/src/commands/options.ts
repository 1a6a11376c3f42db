import type { Command } from "commander";
import { type Flags, readSettings, type Settings } from "../settings/settings.ts";

/** Adds the options of a command that works on a store. */
export function withStoreOptions(command: Command): Command {
  return command
    .option("--data-dir <folder>", "folder for data and keys (ASKBACK_DATA_DIR, default .askback)")
    .option("--config <file>", "config file (ASKBACK_CONFIG, default askback.config.ts if it exists)");
}

/** Adds the options of a command that also needs the server's address. */
export function withServerOptions(command: Command): Command {
  const withAddress = command
    .option("--host <address>", "address to listen on (ASKBACK_HOST, default 127.0.0.1)")
    .option("--port <number>", "port to listen on, 0 for a free one (ASKBACK_PORT, default 4100)")
    .option("--log-level <level>", "debug, info, warn, error or silent (ASKBACK_LOG_LEVEL, default info)");
  return withStoreOptions(withAddress);
}

/** The settings of a command: its flags, and the environment and folder in which the program was started. */
export function settingsFor(flags: Flags): Promise<Settings> {
  return readSettings(flags, process.env, process.cwd());
}
