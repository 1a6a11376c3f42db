import type { Answer } from "../model/answer.ts";
import type { Option, Question } from "../model/question.ts";
import { err, ok, type Result } from "../model/result.ts";

/**
 * An answer that came as text, as the compat APIs send it: one label or value, or several joined labels where exactly
 * one set of options gives that text. Any other text counts as own words; nothing is guessed by splitting.
 */
export function readAnswerText(question: Question, text: string, join: string): Result<Answer, string> {
  const wanted = text.trim();
  const whole = optionsWithName(question.options, wanted);
  const sets =
    whole.length === 1 ? [whole] : question.multiSelect ? optionSetsJoinedAs(question.options, wanted, join) : [];
  const [only] = sets;
  if (only && sets.length === 1) return ok({ question: question.id, options: only.map(({ id }) => id) });
  if (question.ownWords) return ok({ question: question.id, text });
  const labels = question.options.map(({ label }) => JSON.stringify(label)).join(", ");
  return err(`${JSON.stringify(question.text)} must be answered by one of its options: ${labels}`);
}

/** The options that have this whole text as their label or value. */
export function optionsWithName(options: readonly Option[], text: string): readonly Option[] {
  return options.filter(({ label, value }) => label === text || value === text);
}

/** The sets of two or more options whose labels, in displayed order, join to the text. */
export function optionSetsJoinedAs(
  options: readonly Option[],
  text: string,
  join: string,
): readonly (readonly Option[])[] {
  const [option, ...later] = options;
  if (!option) return [];
  const without = optionSetsJoinedAs(later, text, join);
  const start = `${option.label}${join}`;
  if (!text.startsWith(start)) return without;
  const rest = text.slice(start.length);
  const ending = later.filter(({ label }) => label === rest).map((last) => [option, last]);
  const longer = optionSetsJoinedAs(later, rest, join).map((set) => [option, ...set]);
  return [...without, ...ending, ...longer];
}
