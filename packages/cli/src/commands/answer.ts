import type { Command } from "commander";
import { type AnswerFlags, resolvingFromFlags } from "../terminal/answer-flags.ts";
import { answerInquiry } from "../terminal/answer-inquiry.ts";
import { connect, orThrow } from "../terminal/connect.ts";
import { surroundings, type TerminalCommandFlags, withTerminalOptions } from "./terminal-options.ts";

type Flags = TerminalCommandFlags & AnswerFlags & { readonly json?: true };

const collect = (value: string, earlier: readonly string[] = []) => [...earlier, value];

export function addAnswerCommand(program: Command): void {
  const command = program
    .command("answer")
    .description("answer a question")
    .argument("<id>", "the id of the inquiry, as `askback inbox` lists it")
    .option("--option <label>", "pick an option by its label or number; repeat it for several", collect)
    .option("--text <words>", "answer in own words")
    .option("--note <text>", "a note on the answer")
    .option("--comment <text>", "a comment on the whole, or the reason of --decline, --delegate and --dismiss")
    .option("--decline", "decline to answer")
    .option("--delegate", "let the agent decide")
    .option("--dismiss", "set it aside")
    .option("--json", "print the inquiry as JSON");
  withTerminalOptions(command)
    .addHelpText("after", help)
    .action(async (id: string, flags: Flags) => {
      const { connection, terminal } = surroundings(flags);
      const { client } = await connect(connection, "answer");
      const inquiry = orThrow(await client.inquiries.get(id), connection.url);
      const resolving = resolvingFromFlags(inquiry, flags);
      await answerInquiry(client, inquiry, { terminal, resolving, isJson: flags.json === true });
    });
}

const help = `
Without flags it asks on the terminal, or reads a line for each question from the standard input:
a number, a label, own words, or one of skip, decline, you decide in your language.
`;
