import { isSameWord, keywordsIn, type Reply, type ReplyLanguage, readReply, type UnclearReply } from "@askback/core";
import type * as wire from "@askback/core/wire";
import { type Form, type Resolving, withAnswer } from "../card/form.ts";
import { recommendationOf } from "../text/inquiry-text.ts";
import { safeLine, safeText } from "../text/safe-text.ts";
import { commandIn, commandWord, type LineCommand, type TypedCommand } from "./command-words.ts";

export interface LineDialogue {
  /** The next line of the person, which is not shown if it is a secret; undefined when there is none any more. */
  read(prompt: string, isSecret?: boolean): Promise<string | undefined>;
  write(line: string): void;
  readonly language: ReplyLanguage;
  /** Where the app is. */
  readonly appUrl: string;
  /** Whether a person types, who may set the inquiry aside, add notes, and review several answers before they are sent. */
  readonly isInteractive: boolean;
  /** Whether "back" leads from the first question to a list. */
  readonly hasList?: boolean;
}

const reasons: Readonly<Record<UnclearReply, string>> = {
  blank: "That was blank.",
  "several-match": "That can mean more than one option: type its number.",
  "no-such-number": "There is no option with that number.",
  "one-only": "Only one option can be picked.",
  "no-such-option": "That is none of the options, and own words are not offered here.",
};

/** What was said to one question: its answer and the question that comes next, or how the whole inquiry ends; undefined where the person left. */
export type Said = { readonly form: Form; readonly step: number } | Resolving | undefined;

/** Asks one question until the reply is clear. */
export async function askOne(before: Form, step: number, dialogue: LineDialogue): Promise<Said> {
  let form = before;
  const { questions, revision } = form.inquiry;
  const question = questions[step];
  if (!question) return { form, step: step + 1 };
  const { write, read, language } = dialogue;
  for (const line of questionText(question, questions.length > 1 ? `${step + 1} of ${questions.length}: ` : ""))
    write(line);
  write(instruction(question, dialogue, step));
  for (;;) {
    const line = await read("> ", question.secret);
    if (line === undefined) return undefined;
    const reply = readFor(question, line, language);
    const typed = isOption(reply) ? undefined : commandIn(line, commandsAt(step, dialogue), language);
    if (typed && isMeant(typed, question)) {
      if (typed.command === "back") return step > 0 ? { form, step: step - 1 } : undefined;
      if (typed.command === "setAside") return { type: "dismiss", body: { revision } };
      form = withAnswer(form, question, { note: typed.rest });
      write("Noted. It is sent with your answer.");
      continue;
    }
    switch (reply.type) {
      case "answer": {
        const { options = [], text = "" } = "skipped" in reply.answer ? {} : reply.answer;
        return { form: withAnswer(form, question, { options, text, isSkipped: false }), step: step + 1 };
      }
      case "skip":
        // To leave out the only question is to decline.
        if (questions.length === 1) return { type: "decline", body: { revision } };
        return { form: withAnswer(form, question, { options: [], text: "", isSkipped: true }), step: step + 1 };
      case "decline":
      case "delegate":
        return { type: reply.type, body: { revision } };
      case "unclear":
        write(`${reasons[reply.reason]} Please answer again.`);
    }
  }
}

function readFor(question: wire.Question, line: string, language: ReplyLanguage): Reply {
  return readReply(question as Parameters<typeof readReply>[0], line, language);
}

/** Whether a label or a number was typed, which no command may take away, or what may be one of several. */
function isOption(reply: Reply): boolean {
  if (reply.type === "answer") return "options" in reply.answer;
  return reply.type === "unclear" && reply.reason !== "no-such-option";
}

function commandsAt(step: number, dialogue: LineDialogue): readonly LineCommand[] {
  if (!dialogue.isInteractive) return [];
  return step > 0 || dialogue.hasList ? ["setAside", "note", "back"] : ["setAside", "note"];
}

/** A note needs its slash, since own words may begin with "note"; any other word is the whole line, and no label without its accents. */
function isMeant({ command, rest, hasSlash, word }: TypedCommand, { options }: wire.Question): boolean {
  if (command === "note") return hasSlash && rest !== "";
  return rest === "" && (hasSlash || !options.some(({ label }) => isSameWord(label, word)));
}

function questionText(question: wire.Question, place: string): readonly string[] {
  return [
    `${place}${safeText(question.text)}`,
    ...question.options.map((option, index) => {
      const recommendation = recommendationOf(option);
      const about = option.description === undefined ? "" : `: ${safeLine(option.description)}`;
      return `${index + 1}. ${safeLine(option.label)}${recommendation === "" ? "" : ` (${recommendation})`}${about}`;
    }),
  ];
}

function instruction(question: wire.Question, dialogue: LineDialogue, step: number): string {
  const { options, multiSelect, ownWords, secret } = question;
  const { language } = dialogue;
  const { skip, decline, delegate } = keywordsIn(language);
  const pick = multiSelect ? "numbers separated by spaces" : "a number";
  const parts = [...(options.length > 0 ? [pick] : []), ...(ownWords ? ["your own words"] : [])];
  const words = [
    ...[skip, decline, delegate].map((word) => typeable(word, question, language)),
    ...commandsAt(step, dialogue).map((command) => {
      const word = commandWord(command, language);
      return command === "note" ? `/${word} and a text` : typeable(word, question, language);
    }),
  ];
  const typed = secret ? "the secret, which is sealed and not shown" : parts.join(" or ");
  return `Type ${typed}. You can also type: ${words.join(", ")}.`;
}

/** The word, with a slash where a label is the same. */
function typeable(word: string, question: wire.Question, language: ReplyLanguage): string {
  return isOption(readFor(question, word, language)) ? `/${word}` : word;
}
