import { keywordsIn } from "@askback/core";
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
import { askerOf, backgroundOf, changeOf } from "../text/inquiry-text.ts";
import { safeLine } from "../text/safe-text.ts";
import { askOne, type LineDialogue } from "./ask-one.ts";
import { commandIn, commandWord } from "./command-words.ts";

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

/** Shows all answers; the person sends them, changes one, or adds a note or a comment. */
async function review(form: Form, dialogue: LineDialogue): Promise<Resolving | undefined> {
  const { write, read, language } = dialogue;
  const { questions } = form.inquiry;
  write("Your answers:");
  for (const [index, question] of questions.entries())
    write(`${index + 1}. ${safeLine(question.text)} ${answerText(form, question)}`);
  const [send, note, comment] = (["send", "note", "comment"] as const).map((command) => commandWord(command, language));
  const offered = `a question's number to change it, ${note} 1 and a text for a note, or ${comment} and a text`;
  write(`Type ${send} to send them, ${offered}.`);
  for (;;) {
    const line = await read("> ");
    if (line === undefined) return undefined;
    const number = /^\d+$/.test(line.trim()) ? Number(line) : 0;
    if (questions[number - 1]) {
      const said = await askOne(form, number - 1, dialogue);
      if (!said || "type" in said) return said;
      return review(said.form, dialogue);
    }
    const { command, rest = "" } = commandIn(line, ["send", "note", "comment"], language) ?? {};
    if (command === "send" && rest === "") return finished(form, dialogue);
    if (command === "comment" && rest !== "") return review({ ...form, comment: rest }, dialogue);
    const [, at, text = ""] = command === "note" ? (/^(\d+)\s+(.+)$/s.exec(rest) ?? []) : [];
    const noted = questions[Number(at) - 1];
    if (noted) return review(withAnswer(form, noted, { note: text }), dialogue);
    write(`That is none of these. Type ${send}, ${offered}.`);
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
