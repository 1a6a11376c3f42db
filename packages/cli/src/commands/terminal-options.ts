import type { Command } from "commander";
import { type Connection, type ConnectionFlags, readConnection } from "../settings/connection.ts";
import { readTerminalSettings, type TerminalFlags, type TerminalSettings } from "../settings/terminal-settings.ts";

export type TerminalCommandFlags = ConnectionFlags & TerminalFlags;

/** Adds the options of a command that asks or answers through a server. */
export function withTerminalOptions(command: Command): Command {
  return command
    .option("--url <address>", "address of the server (ASKBACK_URL, default that of the data folder)")
    .option("--data-dir <folder>", "data folder with keys and address (ASKBACK_DATA_DIR, default the nearest .askback)")
    .option("--plain", "no colours and no redrawing: lines of text only")
    .option("--screen-reader", "questions as numbered lines (ASKBACK_SCREEN_READER, INK_SCREEN_READER)");
}

/** The server and the terminal of a command, from its flags and the environment in which the program was started. */
export function surroundings(flags: TerminalCommandFlags): {
  readonly connection: Connection;
  readonly terminal: TerminalSettings;
} {
  const connection = readConnection(flags, process.env, process.cwd());
  return { connection, terminal: { ...readTerminalSettings(flags, process.env, process), appUrl: connection.url } };
}
