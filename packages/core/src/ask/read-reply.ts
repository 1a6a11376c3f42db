import type { Answer } from "../model/answer.ts";
import type { Question } from "../model/question.ts";
import { comparisonKey } from "./comparison-key.ts";
import { isBlank } from "./plain-text.ts";
import { optionSetsJoinedAs, optionsWithName } from "./read-answer-text.ts";
import { keywordOf, type ReplyKeyword, type ReplyLanguage } from "./reply-keywords.ts";

/** What a person's line of text means as a reply to one question; `unclear` is asked back and never guessed. */
export type Reply =
  | { readonly type: "answer"; readonly answer: Answer }
  | { readonly type: ReplyKeyword }
  | { readonly type: "unclear"; readonly reason: UnclearReply };

export type UnclearReply = "blank" | "several-match" | "no-such-number" | "one-only" | "no-such-option";

/** How people separate labels; a line break counts as a space. */
const joins = [", ", ",", "; ", " + ", " & ", " "];

/**
 * Reads what a person wrote in a terminal or a mail: a label in any case and width first, then numbers of options, then a
 * keyword in their language, and else own words.
 */
export function readReply(question: Question, text: string, language: ReplyLanguage): Reply {
  if (isBlank(text)) return unclear("blank");
  const sets = optionSets(question, text);
  const [set] = sets;
  if (set) return sets.length === 1 ? picked(question, set) : unclear("several-match");
  const numbers = question.options.length > 0 ? numbersIn(text) : undefined;
  if (numbers) return pickNumbers(question, numbers);
  const keyword = keywordOf(text, language);
  if (keyword) return { type: keyword };
  if (!question.ownWords) return unclear("no-such-option");
  return { type: "answer", answer: { question: question.id, text: text.trim() } };
}

/** The distinct sets of options that the text names: one by its whole label or value, or several by their labels. */
function optionSets({ options, multiSelect }: Question, text: string): readonly (readonly string[])[] {
  const wanted = comparisonKey(text);
  const folded = options.map(({ id, label, value }) => ({
    id,
    label: comparisonKey(label),
    ...(value !== undefined && { value: comparisonKey(value) }),
  }));
  const whole = optionsWithName(folded, wanted);
  if (whole.length > 0 || !multiSelect) return whole.map(({ id }) => [id]);
  const inOrder = joins.flatMap((join) => optionSetsJoinedAs(folded, wanted, join));
  const inAnyOrder = joins.flatMap((join) => {
    const parts = wanted.split(join).map((part) => optionsWithName(folded, part));
    return parts.length > 1 && parts.every(({ length }) => length === 1) ? [parts.flat()] : [];
  });
  const sets = [...inOrder, ...inAnyOrder].map((set) => [...new Set(set.map(({ id }) => id))].sort());
  return [...new Map(sets.map((ids) => [ids.join(), ids])).values()];
}

const listed = /^#?\d{1,3}[.)]?(?:(?:\s*[,;+&]\s*|\s+)#?\d{1,3}[.)]?)*$/;

/** The numbers of which the text consists, also in wide or Arabic digits. */
function numbersIn(text: string): readonly number[] | undefined {
  const plain = text
    .normalize("NFKC")
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[\u060C\u3001]/g, ",")
    .trim();
  if (!listed.test(plain)) return undefined;
  return [...new Set([...plain.matchAll(/\d+/g)].map(([digits]) => Number(digits)))];
}

function pickNumbers(question: Question, numbers: readonly number[]): Reply {
  const options = numbers.map((number) => question.options[number - 1]?.id);
  const ids = options.filter((id) => id !== undefined);
  return ids.length < numbers.length ? unclear("no-such-number") : picked(question, ids);
}

function picked(question: Question, options: readonly string[]): Reply {
  if (options.length > 1 && !question.multiSelect) return unclear("one-only");
  const inOrder = question.options.map(({ id }) => id).filter((id) => options.includes(id));
  return { type: "answer", answer: { question: question.id, options: inOrder } };
}

function unclear(reason: UnclearReply): Reply {
  return { type: "unclear", reason };
}
