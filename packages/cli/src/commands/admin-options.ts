import type { Client } from "@askback/client";
import type { Command } from "commander";
import { type ConnectionFlags, readConnection } from "../settings/connection.ts";
import { connect } from "../terminal/connect.ts";

export interface AdminFlags extends ConnectionFlags {
  readonly project?: string;
  readonly json?: true;
}

/** Adds the options of a command that manages a project through its server. */
export function withAdminOptions(command: Command): Command {
  return command
    .option("--url <address>", "address of the server (ASKBACK_URL, default that of the data folder)")
    .option("--data-dir <folder>", "data folder with keys and address (ASKBACK_DATA_DIR, default the nearest .askback)")
    .option("--project <id>", "the project, of those that the key's person has")
    .option("--json", "print JSON");
}

/** A client of somebody who manages the project: the owner of the data folder, or who holds ASKBACK_KEY. */
export async function connectAdmin(flags: AdminFlags): Promise<{ readonly client: Client }> {
  const connection = readConnection(flags, process.env, process.cwd());
  return connect({ ...connection, ...(flags.project && { project: flags.project }) }, "admin");
}

/** Prints rows in columns; without rows nothing. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  if (rows.length === 0) return;
  const widths = head.map((name, index) => Math.max(name.length, ...rows.map((row) => row[index]?.length ?? 0)));
  for (const row of [head, ...rows])
    process.stdout.write(
      `${row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join("  ")
        .trimEnd()}\n`,
    );
}
