import type * as wire from "@askback/core/wire";
import stringWidth from "string-width";
import { type Line, span } from "../text/line.ts";
import { safeLine } from "../text/safe-text.ts";
import { truncate, wrapText } from "../text/wrap.ts";
import { answerTo, type Form } from "./form.ts";

/** What stays in the scrollback: the questions, with what was sent on the same line where that has room. */
export function closedLines(form: Form, isSent: boolean, width: number): readonly Line[] {
  return form.inquiry.questions.flatMap((question): readonly Line[] => {
    const answer = isSent ? answerLabel(form, question) : "";
    const asked = [span("◇ ", "quiet"), span(truncate(safeLine(question.text), width - 2))];
    if (answer === "") return [asked];
    const told = span(` → ${answer}`, "chosen");
    if (stringWidth(`◇ ${safeLine(question.text)}${told.text}`) <= width) return [[...asked, told]];
    return [asked, ...wrapText(`→ ${answer}`, width - 2).map((text): Line => [span(`  ${text}`, "chosen")])];
  });
}

function answerLabel(form: Form, question: wire.Question): string {
  const { options, text } = answerTo(form, question);
  if (question.secret) return "a secret";
  const labels = question.options.filter(({ id }) => options.includes(id)).map(({ label }) => label);
  return [...labels, text]
    .map(safeLine)
    .filter((part) => part !== "")
    .join(", ");
}
