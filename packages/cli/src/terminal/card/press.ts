import type * as wire from "@askback/core/wire";
import { edit } from "./field.ts";
import {
  answerTo,
  atStep,
  type Field,
  type Form,
  hasReview,
  isAnswered,
  questionAt,
  type Resolving,
  resolvingOf,
  toggleOption,
  withAnswer,
} from "./form.ts";
import type { Key } from "./key.ts";

/** What a key does: it changes the form, and may send it, close it or leave the program. */
export interface Pressed {
  readonly form: Form;
  readonly done?: { readonly type: "send"; readonly resolving: Resolving } | { readonly type: "close" | "leave" };
}

const pastedNotice = "Open a field before you paste: o for own words, n for a note.";
const readAgainNotice = "The question was changed. Read it again; Enter once more sends your answer.";
const leavingNotice = "Press Ctrl+C again to leave. The question stays open.";

/** The form after a key. Digits and Space pick, Enter confirms; in a field every character is text. */
export function press(form: Form, key: Key): Pressed {
  if (key.name === "interrupt")
    return form.isLeaving
      ? { form, done: { type: "leave" } }
      : { form: { ...form, isLeaving: true, notice: leavingNotice } };
  const current: Form = form.isLeaving ? { ...form, isLeaving: false, notice: undefined } : form;
  // It may be meant for the question before its change.
  if (current.isChanged && key.name === "enter")
    return { form: { ...current, isChanged: false, notice: readAgainNotice } };
  if (current.field) return pressInField(current, current.field, key);
  // What is pasted outside a field is no row of keys.
  if (key.name === "text" && [...key.text].length > 1) return { form: { ...current, notice: pastedNotice } };
  const question = questionAt(current);
  return question ? pressInQuestion(current, question, key) : pressInReview(current, key);
}

function pressInField(form: Form, field: Field, key: Key): Pressed {
  const question = questionAt(form);
  if (key.name === "enter") return confirmField(form, field);
  if (key.name === "escape") return { form: { ...keepText(form, field), field: undefined } };
  // A question without options has no other keys that could lead on.
  if (question?.options.length === 0 && (key.name === "tab" || key.name === "back-tab"))
    return move(keepText(form, field), key.name === "tab" ? 1 : -1);
  if (key.name === "page-up" || key.name === "page-down") return { form: scrolled(form, key.name) };
  return { form: { ...form, field: { ...field, ...edit(field, key) }, notice: undefined } };
}

/** What was written stays when the field is left, however that happens. */
function keepText(form: Form, { kind, text }: Field): Form {
  const question = questionAt(form);
  if (kind === "comment") return { ...form, comment: text };
  if (!question) return form;
  if (kind === "note") return withAnswer(form, question, { note: text });
  if (kind !== "text") return form;
  const { options } = answerTo(form, question);
  const replaces = text.trim() !== "" && !question.multiSelect;
  return withAnswer(form, question, { text, options: replaces ? [] : options, isSkipped: false });
}

function confirmField(form: Form, field: Field): Pressed {
  const { kind, text } = field;
  const kept: Form = { ...keepText(form, field), field: undefined };
  if (kind === "decline" || kind === "delegate" || kind === "dismiss") {
    const comment = text.trim() === "" ? {} : { comment: text };
    const body = { revision: form.inquiry.revision, ...comment };
    return { form, done: { type: "send", resolving: { type: kind, body } } };
  }
  if (kind !== "text") return { form: kept };
  if (text.trim() === "") return { form: { ...form, notice: "Nothing is written yet. Esc leaves the field." } };
  return confirm(kept);
}

function pressInQuestion(form: Form, question: wire.Question, key: Key): Pressed {
  const rows = question.options.length + (question.ownWords ? 1 : 0);
  switch (key.name) {
    case "up":
      return { form: { ...form, row: (form.row + rows - 1) % rows } };
    case "down":
      return { form: { ...form, row: (form.row + 1) % rows } };
    case "left":
    case "back-tab":
      return move(form, -1);
    case "right":
    case "tab":
      return move(form, 1);
    case "page-up":
    case "page-down":
      return { form: scrolled(form, key.name) };
    case "escape":
      return { form, done: { type: "close" } };
    case "enter":
      return pressEnter(form, question);
    case "text":
      return pressText(form, question, key.text);
    default:
      return { form };
  }
}

/** Enter picks the row if nothing is picked yet, and only then confirms: one key too many sends nothing. */
function pressEnter(form: Form, question: wire.Question): Pressed {
  const answer = answerTo(form, question);
  const option = question.options[form.row];
  if (isAnswered(answer) || answer.isSkipped) return confirm(form);
  if (!option) return { form: writing(form, "text", answer.text) };
  if (question.multiSelect) return { form: { ...form, notice: "Nothing is picked yet: Space picks, Enter confirms." } };
  return { form: toggleOption(form, question, option.id) };
}

function pressText(form: Form, question: wire.Question, text: string): Pressed {
  const answer = answerTo(form, question);
  if (text === " ") {
    const option = question.options[form.row];
    return { form: option ? toggleOption(form, question, option.id) : writing(form, "text", answer.text) };
  }
  if (/^[1-9]$/.test(text)) {
    const option = question.options[Number(text) - 1];
    if (!option) return { form: { ...form, notice: `There is no option ${text}.` } };
    return { form: { ...toggleOption(form, question, option.id), row: Number(text) - 1 } };
  }
  const up = text === "k" ? "up" : text === "j" ? "down" : undefined;
  if (up) return pressInQuestion(form, question, { name: up });
  if (text === "o" && question.ownWords)
    return { form: writing({ ...form, row: question.options.length }, "text", answer.text) };
  if (text === "n") return { form: writing(form, "note", answer.note) };
  if (text === "s" && form.inquiry.questions.length > 1)
    return move(withAnswer(form, question, { isSkipped: !answer.isSkipped, options: [] }), answer.isSkipped ? 0 : 1);
  return pressResolution(form, text);
}

function pressInReview(form: Form, key: Key): Pressed {
  if (key.name === "enter") return send(form);
  if (key.name === "left" || key.name === "back-tab" || key.name === "up") return move(form, -1);
  if (key.name === "escape") return { form, done: { type: "close" } };
  if (key.name !== "text") return { form };
  const step = Number(key.text) - 1;
  if (form.inquiry.questions[step]) return { form: atStep(form, step) };
  if (key.text === "c") return { form: writing(form, "comment", form.comment) };
  return pressResolution(form, key.text);
}

const resolutionKeys: Readonly<Record<string, Field["kind"]>> = { d: "decline", y: "delegate", x: "dismiss" };

function pressResolution(form: Form, text: string): Pressed {
  const kind = resolutionKeys[text];
  return { form: kind ? writing(form, kind, "") : form };
}

function writing(form: Form, kind: Field["kind"], text: string): Form {
  return { ...form, field: { kind, text, caret: text.length }, notice: undefined };
}

/** The next question, the review, or sending where there is none. */
function confirm(form: Form): Pressed {
  return form.step < form.inquiry.questions.length - 1 || hasReview(form) ? move(form, 1) : send(form);
}

function move(form: Form, by: number): Pressed {
  const last = form.inquiry.questions.length - (hasReview(form) ? 0 : 1);
  const step = Math.min(Math.max(0, form.step + by), last);
  return { form: step === form.step ? { ...form, field: undefined } : atStep(form, step) };
}

function send(form: Form): Pressed {
  const resolving = resolvingOf(form);
  if ("missing" in resolving) return { form: { ...atStep(form, resolving.missing), notice: resolving.reason } };
  return { form, done: { type: "send", resolving } };
}

const page = 5;

function scrolled(form: Form, key: "page-up" | "page-down"): Form {
  return { ...form, scroll: Math.max(0, form.scroll + (key === "page-up" ? -page : page)) };
}
