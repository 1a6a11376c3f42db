import { keywordsIn, type ReplyLanguage, readReply, type UnclearReply } from "@askback/core";
import type * as wire from "@askback/core/wire";
import {
  answerTo,
  createForm,
  type Form,
  hasReview,
  isAnswered,
  type Resolving,
  resolvingOf,
  withAnswer,
} from "../card/form.ts";
import { askerOf, backgroundOf, changeOf, recommendationOf } from "../text/inquiry-text.ts";
import { safeLine, safeText } from "../text/safe-text.ts";

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

/** Asks all questions of an inquiry in lines of text. What is unclear is asked again and never guessed. */
export async function askByLines(inquiry: wire.Inquiry, dialogue: LineDialogue): Promise<Resolving | undefined> {
  const { write, isInteractive } = dialogue;
  const { questions } = inquiry;
  write(`${askerOf(inquiry)} asks:`);
  const background = backgroundOf(inquiry);
  if (background !== "") write(background);
  const change = changeOf(inquiry, dialogue.appUrl);
  if (change !== "") write(change);
  let form = createForm(inquiry);
  for (let step = 0; step < questions.length; ) {
    const said = await askOne(form, step, dialogue);
    if (!said || "type" in said) return said;
    form = said.form;
    step = said.step;
  }
  return isInteractive && hasReview(form) ? review(form, dialogue) : finished(form, dialogue);
}

type Said = { readonly form: Form; readonly step: number } | Resolving | undefined;

/** Asks one question until the reply is clear. */
async function askOne(before: Form, step: number, dialogue: LineDialogue): Promise<Said> {
  let form = before;
  const { questions, revision } = form.inquiry;
  const question = questions[step];
  if (!question) return { form, step: step + 1 };
  const { write, read, language, isInteractive } = dialogue;
  for (const line of questionText(question, questions.length > 1 ? `${step + 1} of ${questions.length}: ` : ""))
    write(line);
  write(instruction(question, dialogue, step));
  for (;;) {
    const line = await read("> ", question.secret);
    if (line === undefined) return undefined;
    if (hasBack(dialogue, step) && /^back$/i.test(line.trim())) return step > 0 ? { form, step: step - 1 } : undefined;
    if (isInteractive && /^set aside$/i.test(line.trim())) return { type: "dismiss", body: { revision } };
    const [, note] = isInteractive ? (/^note (.+)$/is.exec(line.trim()) ?? []) : [];
    if (note !== undefined) {
      form = withAnswer(form, question, { note });
      write("Noted. It is sent with your answer.");
      continue;
    }
    const reply = readReply(question as Parameters<typeof readReply>[0], line, language);
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
  const { language, isInteractive } = dialogue;
  const { skip, decline, delegate } = keywordsIn(language);
  const pick = multiSelect ? "numbers separated by spaces" : "a number";
  const parts = [...(options.length > 0 ? [pick] : []), ...(ownWords ? ["your own words"] : [])];
  const words = [
    skip,
    decline,
    delegate,
    ...(isInteractive ? ["set aside", "note and a text"] : []),
    ...(hasBack(dialogue, step) ? ["back"] : []),
  ];
  const typed = secret ? "the secret, which is sealed and not shown" : parts.join(" or ");
  return `Type ${typed}. You can also type: ${words.join(", ")}.`;
}

function hasBack({ hasList }: LineDialogue, step: number): boolean {
  return step > 0 || hasList === true;
}

/** Shows all answers; the person sends them, changes one, or adds a note or a comment. */
async function review(form: Form, dialogue: LineDialogue): Promise<Resolving | undefined> {
  const { write, read } = dialogue;
  const { questions } = form.inquiry;
  write("Your answers:");
  for (const [index, question] of questions.entries())
    write(`${index + 1}. ${safeLine(question.text)} ${answerText(form, question)}`);
  write(
    "Type send to send them, a question's number to change it, note 1 and a text for a note, or comment and a text.",
  );
  for (;;) {
    const line = (await read("> "))?.trim();
    if (line === undefined) return undefined;
    if (/^send$/i.test(line)) return finished(form, dialogue);
    const number = /^\d+$/.test(line) ? Number(line) : 0;
    if (questions[number - 1]) {
      const said = await askOne(form, number - 1, dialogue);
      if (!said || "type" in said) return said;
      return review(said.form, dialogue);
    }
    const [, at, note = ""] = /^note (\d+) (.+)$/is.exec(line) ?? [];
    const noted = questions[Number(at) - 1];
    if (noted) return review(withAnswer(form, noted, { note }), dialogue);
    const [, comment] = /^comment (.+)$/is.exec(line) ?? [];
    if (comment !== undefined) return review({ ...form, comment }, dialogue);
    write(
      "That is none of these. Type send, a question's number, note with a number and a text, or comment and a text.",
    );
  }
}

function answerText(form: Form, question: wire.Question): string {
  const answer = answerTo(form, question);
  if (answer.isSkipped || !isAnswered(answer)) return "skipped";
  const labels = question.options.filter(({ id }) => answer.options.includes(id)).map(({ label }) => safeLine(label));
  const note = answer.note === "" ? [] : [`note: ${safeLine(answer.note)}`];
  return [...labels, ...(answer.text === "" ? [] : [safeLine(answer.text)]), ...note].join(", ");
}

/** What is sent. Skipping every question is no answer and no end: the first one is asked again, and takes "decline" or "you decide". */
async function finished(form: Form, dialogue: LineDialogue): Promise<Resolving | undefined> {
  const resolving = resolvingOf(form);
  if (!("missing" in resolving)) return resolving;
  const { decline, delegate } = keywordsIn(dialogue.language);
  dialogue.write(`Every question is skipped, which is no answer. Answer one, or type ${decline} or ${delegate}.`);
  const said = await askOne(form, resolving.missing, dialogue);
  if (!said || "type" in said) return said;
  return dialogue.isInteractive ? review(said.form, dialogue) : finished(said.form, dialogue);
}
