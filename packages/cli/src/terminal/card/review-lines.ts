import type * as wire from "@askback/core/wire";
import { type Line, span, type Tone } from "../text/line.ts";
import { safeLine } from "../text/safe-text.ts";
import { wrapText } from "../text/wrap.ts";
import { answerTo, type Form, type FormAnswer, isAnswered } from "./form.ts";

/** All answers together, before they are sent. */
export function reviewLines(form: Form, width: number): readonly Line[] {
  const { questions } = form.inquiry;
  const gaps = questions.filter((question) => {
    const answer = answerTo(form, question);
    return !answer.isSkipped && !isAnswered(answer);
  }).length;
  return [
    [span("Your answers", "strong")],
    [],
    ...questions.flatMap((question, index) => questionReview(form, question, index, width)),
    ...(form.comment === "" ? [] : labelled("Comment: ", form.comment, width)),
    ...(gaps === 0 ? [] : [[span(`${gaps} ${gaps === 1 ? "question has" : "questions have"} no answer.`, "warning")]]),
  ];
}

function questionReview(form: Form, question: wire.Question, index: number, width: number): readonly Line[] {
  const answer = answerTo(form, question);
  const labels = question.options.filter(({ id }) => answer.options.includes(id)).map(({ label }) => safeLine(label));
  const parts = [...labels, ...(answer.text.trim() === "" ? [] : [safeLine(answer.text)])];
  const text = answer.isSkipped ? "skipped" : parts.join(", ") || "no answer";
  const tone = answer.isSkipped || parts.length === 0 ? "warning" : "chosen";
  const [first = "", ...more] = wrapText(safeLine(question.text), width - 4);
  return [
    [span(`${index + 1} `, "quiet"), span(first)],
    ...more.map((line): Line => [span("  "), span(line)]),
    ...wrapText(text, width - 4).map((line): Line => [span("  → ", "quiet"), span(line, tone)]),
    ...(answer.note.trim() === "" ? [] : noteLines(answer, width)),
  ];
}

/** A note belongs to an answer. */
function noteLines({ note, isSkipped }: FormAnswer, width: number): readonly Line[] {
  const lines = isSkipped
    ? labelled("Note, not sent as the question is skipped: ", note, width - 2, "warning")
    : labelled("Note: ", note, width - 2);
  return lines.map((line): Line => [span("  "), ...line]);
}

/** A text in full behind its label, since it is read here before it is sent. */
export function labelled(label: string, text: string, width: number, tone: Tone = "quiet"): readonly Line[] {
  const [first = "", ...more] = wrapText(`${label}${safeLine(text)}`, width);
  const head = first.startsWith(label) ? [span(label, tone), span(first.slice(label.length))] : [span(first, tone)];
  return [head, ...more.map((line): Line => [span(line)])];
}
