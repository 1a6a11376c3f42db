import type { Command } from "commander";
import { askAndWait } from "../terminal/ask-and-wait.ts";
import { type AskFlags, readAskBody } from "../terminal/ask-body.ts";
import { connect, orThrow } from "../terminal/connect.ts";
import { readDuration } from "../terminal/text/duration.ts";
import { jsonOutput } from "../terminal/text/json-output.ts";
import { surroundings, type TerminalCommandFlags, withTerminalOptions } from "./terminal-options.ts";

interface Flags extends TerminalCommandFlags, AskFlags {
  readonly wait?: true;
  readonly timeout?: string;
  readonly json?: true;
}

const collect = (value: string, earlier: readonly string[] = []) => [...earlier, value];

export function addAskCommand(program: Command): void {
  const command = program
    .command("ask")
    .description("ask people a question, and print the answer")
    .argument("[question]", "the question; leave it out with --questions")
    .option("-o, --option <label>", "an option to offer; repeat it for each", collect)
    .option("--multi", "several options may be picked")
    .option("--header <text>", "a short heading")
    .option("--questions <file>", "several questions as JSON, - for the standard input")
    .option("--context <text>", "what to know before answering, as markdown")
    .option("--context-file <file>", "the same from a file, - for the standard input")
    .option("--thread <name>", "asks with the same thread are one conversation")
    .option("--key <key>", "asked again under the same key, the same question is found, also when it is answered")
    .option("--deadline <duration>", "it expires unanswered after this time: 30s, 5m, 2h, 1d")
    .option("--agent <name>", "who asks, as people see it")
    .option("--wait", "wait for the answer and print it; without it the id is printed")
    .option("--timeout <duration>", "with --wait: how long; then the exit code is 20 and the question stays open")
    .option("--json", "print the inquiry as JSON");
  withTerminalOptions(command)
    .addHelpText("after", exitCodeHelp)
    .action(async (question: string | undefined, flags: Flags) => {
      const timeoutMs = flags.timeout === undefined ? undefined : readDuration(flags.timeout, "--timeout");
      const { connection, terminal } = surroundings(flags);
      const { client } = await connect(connection, "ask");
      const body = await readAskBody(question, flags);
      if (flags.wait) {
        await askAndWait(client, body, { connection, terminal, timeoutMs, isJson: flags.json === true });
        return;
      }
      const inquiry = orThrow(await client.inquiries.ask(body), connection.url);
      process.stdout.write(flags.json ? jsonOutput(inquiry) : `${inquiry.id}\n`);
    });
}

const exitCodeHelp = `
Exit codes of --wait:
  0 answered, also in chat     10 declined     11 delegated: "you decide"     12 dismissed
  13 expired    14 withdrawn   15 superseded   20 still open
  64 usage      69 no server   77 not allowed  78 no terminal      130 interrupted

Example:
  askback ask "Deploy 4.2 to production?" -o Yes -o No --key deploy-4.2 --wait
`;
