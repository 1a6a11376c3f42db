import type { Client } from "@askback/client";
import type * as wire from "@askback/core/wire";
import type { TerminalSettings } from "../settings/terminal-settings.ts";
import { askPerson } from "./ask-person.ts";
import type { Resolving } from "./card/form.ts";
import { commandErrorOf, orThrow } from "./connect.ts";
import { CommandError, exitCodes } from "./exit-code.ts";
import { named } from "./name-of.ts";
import { refusalText, sendResolving } from "./resolve.ts";
import { agreementOf } from "./text/inquiry-text.ts";
import { jsonOutput } from "./text/json-output.ts";
import { answerOutput, resolutionSentence } from "./text/resolution-text.ts";

interface Answering {
  readonly terminal: TerminalSettings;
  /** What flags say; without it the person is asked. */
  readonly resolving: Resolving | undefined;
  readonly isJson: boolean;
}

/** Answers one inquiry, and says what was recorded. */
export async function answerInquiry(
  client: Client,
  inquiry: wire.Inquiry,
  { terminal, resolving, isJson }: Answering,
): Promise<void> {
  if (inquiry.resolution)
    throw new CommandError(
      resolutionSentence(await named(client, inquiry.resolution)),
      "It is resolved, and an inquiry is resolved once.",
      exitCodes.usage,
    );
  if (resolving) {
    const sent = await sendResolving(client, inquiry.id, resolving);
    if (!sent.ok) throw sent.error.receipt ? tooLate(refusalText(sent.error)) : commandErrorOf(sent.error);
  } else if ((await askPerson(client, inquiry, { terminal })) === "left") throw left(inquiry, terminal);
  const recorded = orThrow(await client.inquiries.get(inquiry.id));
  if (isJson) process.stdout.write(jsonOutput(recorded));
  else if (recorded.resolution) {
    const text = answerOutput(recorded);
    process.stderr.write(`✔ ${resolutionSentence(await named(client, recorded.resolution))}${text === "" ? "" : "\n"}`);
    process.stdout.write(`${text}\n`);
  } else if (recorded.quorum) process.stderr.write(`✔ ${agreementOf(recorded)} The others can still answer.\n`);
}

function left({ id }: wire.Inquiry, { isInteractive }: TerminalSettings): CommandError {
  return isInteractive
    ? new CommandError(
        "nothing was sent; the question stays open",
        `Answer it with \`askback answer ${id}\`.`,
        exitCodes.interrupted,
      )
    : new CommandError(
        "there is no terminal to ask on, and the standard input has no answer to each question",
        "Use --option, --text, --decline or --delegate, or give a line for each question on the standard input.",
        exitCodes.noTerminal,
      );
}

function tooLate(sentence: string): CommandError {
  return new CommandError(sentence, "It is resolved, and an inquiry is resolved once.", exitCodes.usage);
}
