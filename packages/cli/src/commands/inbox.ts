import type { Command } from "commander";
import { connect } from "../terminal/connect.ts";
import { inboxByLines, listText, openInquiries } from "../terminal/inbox/inbox-by-lines.ts";
import { readDuration } from "../terminal/text/duration.ts";
import { jsonOutput } from "../terminal/text/json-output.ts";
import { surroundings, type TerminalCommandFlags, withTerminalOptions } from "./terminal-options.ts";

type Flags = TerminalCommandFlags & {
  readonly json?: true;
  readonly list?: true;
  readonly quiet?: true;
  readonly undo?: string;
};

export function addInboxCommand(program: Command): void {
  const command = program
    .command("inbox")
    .description("list the questions that wait for you, and answer them")
    .option("--list", "print the list and end, as it does without a terminal")
    .option("--json", "print the list as JSON and end")
    .option("--undo <duration>", "how long an answer can be taken back, up to 5m (default 5s, as in the web app)")
    .option("--quiet", "no bell for new questions, and no title of the window");
  withTerminalOptions(command).action(async (flags: Flags) => {
    const holdSeconds = Math.min(300, readDuration(flags.undo ?? "5s", "--undo") / 1_000);
    const { connection, terminal } = surroundings(flags);
    const { client } = await connect(connection, "answer");
    if (flags.json || flags.list || !terminal.isInteractive) {
      const items = await openInquiries(client);
      process.stdout.write(flags.json ? jsonOutput(items) : listText(items, client.now()));
      return;
    }
    if (terminal.isLineByLine) return inboxByLines(client, terminal, holdSeconds);
    const { runInbox } = await import("../terminal/inbox/run-inbox.ts");
    await runInbox(client, { terminal, isQuiet: flags.quiet === true, holdSeconds });
  });
}
