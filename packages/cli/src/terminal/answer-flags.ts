import { type Question, readReply } from "@askback/core";
import type * as wire from "@askback/core/wire";
import type { Resolving } from "./card/form.ts";
import { CommandError, exitCodes } from "./exit-code.ts";
import { safeLine } from "./text/safe-text.ts";

export interface AnswerFlags {
  readonly option?: readonly string[];
  readonly text?: string;
  readonly note?: string;
  readonly comment?: string;
  readonly decline?: true;
  readonly delegate?: true;
  readonly dismiss?: true;
}

/** What the flags say, or undefined where the person is to be asked. */
export function resolvingFromFlags(inquiry: wire.Inquiry, flags: AnswerFlags): Resolving | undefined {
  const { option, text, note, comment } = flags;
  const ends = (["decline", "delegate", "dismiss"] as const).filter((name) => flags[name]);
  const isAnswer = option !== undefined || text !== undefined;
  const [end, another] = ends;
  if (another !== undefined || (end !== undefined && (isAnswer || note !== undefined)))
    throw usage("the flags contradict each other", "Give an answer, or one of --decline, --delegate and --dismiss.");
  const { revision } = inquiry;
  const said = comment === undefined ? {} : { comment };
  if (end !== undefined) return { type: end, body: { revision, ...said } };
  if (!isAnswer) {
    if (note === undefined && comment === undefined) return undefined;
    throw usage("a note or a comment alone is no answer", "Add --option or --text.");
  }
  const [question, second] = inquiry.questions;
  if (!question || second)
    throw usage(
      `this inquiry has ${inquiry.questions.length} questions, and flags answer only one`,
      "Answer on a terminal, or give a line for each question on the standard input.",
    );
  const options = option?.map((name) => optionNamed(question, name));
  const answer = {
    question: question.id,
    ...(options && { options }),
    ...(text !== undefined && { text }),
    ...(note !== undefined && { note }),
  };
  return { type: "answer", body: { answers: [answer], revision, ...said } };
}

/** The option with this label, number or id. */
function optionNamed(question: wire.Question, name: string): string {
  const [byId] = question.options.filter(({ id }) => id === name);
  if (byId) return byId.id;
  const reply = readReply({ ...question, ownWords: false } as Question, name, "en");
  const [id, another] = reply.type === "answer" && !("skipped" in reply.answer) ? (reply.answer.options ?? []) : [];
  if (id !== undefined && another === undefined) return id;
  const offered = question.options
    .map(({ label }, index) => `${index + 1} ${JSON.stringify(safeLine(label))}`)
    .join(", ");
  throw usage(
    `--option (flag) = ${JSON.stringify(name)} is not one of the options`,
    offered === "" ? "This question has no options: use --text." : `Use a label or a number: ${offered}.`,
  );
}

function usage(message: string, hint: string): CommandError {
  return new CommandError(message, hint, exitCodes.usage);
}
