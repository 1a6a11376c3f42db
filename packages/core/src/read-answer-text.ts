import type { Answer } from "./answer.ts";
import type { Question } from "./question.ts";
import { err, ok, type Result } from "./result.ts";

/**
 * An answer that came as text, as the dialects send it: a whole label or value, or several labels where the
 * joined text is that of exactly one set of them; anything else is own words. Nothing is split and guessed.
 */
export function readAnswerText(question: Question, text: string, join: string): Result<Answer, string> {
  const wanted = text.trim();
  const whole = question.options.filter(({ label, value }) => label === wanted || value === wanted);
  const sets = whole.length === 1 ? [whole] : question.multiSelect ? setsJoinedAs(question.options, wanted, join) : [];
  const [only] = sets;
  if (only && sets.length === 1) return ok({ question: question.id, options: only.map(({ id }) => id) });
  if (question.ownWords) return ok({ question: question.id, text });
  const labels = question.options.map(({ label }) => JSON.stringify(label)).join(", ");
  return err(`${JSON.stringify(question.text)} must be answered by one of its options: ${labels}`);
}

/** The sets of two or more options whose labels, in displayed order, join to the text. */
function setsJoinedAs(options: Question["options"], text: string, join: string): readonly Question["options"][] {
  const [option, ...later] = options;
  if (!option) return [];
  const without = setsJoinedAs(later, text, join);
  const start = `${option.label}${join}`;
  if (!text.startsWith(start)) return without;
  const rest = text.slice(start.length);
  const ending = later.filter(({ label }) => label === rest).map((last) => [option, last]);
  const longer = setsJoinedAs(later, rest, join).map((set) => [option, ...set]);
  return [...without, ...ending, ...longer];
}
