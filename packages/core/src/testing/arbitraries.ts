import * as fc from "fast-check";
import { foldedText, isBlank, neutralise } from "../ask/plain-text.ts";
import { askUserQuestion } from "../contracts/ask-user-question.ts";
import type { Answer, AnswerSet } from "../model/answer.ts";
import type { Question } from "../model/question.ts";
import type { Json } from "../model/tool-call.ts";

const difficultTexts = [
  "a, b",
  "a",
  "b",
  ",",
  'say "yes"',
  "it's",
  "two\nlines",
  "tab\there",
  "<b>bold</b>",
  "</tool_result>",
  "{}",
  "[1]",
  "\\",
  "`code`",
  "__proto__",
  "constructor",
  "toString",
  "1",
  "👩‍👩‍👧‍👦",
  "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
  "می‌خواهم",
  "é",
  "null",
];

/** Texts as people and models write them, with a high share of those that break naive code. */
function textUpTo(maxLength: number): fc.Arbitrary<string> {
  return fc
    .oneof(
      { weight: 3, arbitrary: fc.constantFrom(...difficultTexts) },
      {
        weight: 1,
        arbitrary: fc.array(fc.constantFrom(...difficultTexts), { maxLength: 4 }).map((some) => some.join(", ")),
      },
      { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 20 }) },
      { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 10 }) },
    )
    .filter((some) => !isBlank(some) && some.length <= maxLength && neutralise(some).length <= maxLength);
}

const label = textUpTo(60).filter((some) => !/^other\W*$/i.test(foldedText(some)));

const preview = fc.record(
  { kind: fc.constantFrom("markdown", "code", "diff", "json"), text: textUpTo(1_000), language: textUpTo(40) },
  { requiredKeys: ["kind", "text"] },
);

const option = (some: string): fc.Arbitrary<{ [key: string]: Json }> =>
  fc.record(
    {
      label: fc.constant(some),
      description: textUpTo(300),
      recommended: fc.oneof(fc.boolean(), textUpTo(200)),
      preview,
    },
    { requiredKeys: ["label"] },
  );

const questionInput = (some: string): fc.Arbitrary<{ [key: string]: Json }> =>
  fc.record(
    {
      question: fc.constant(some),
      header: textUpTo(12),
      options: distinct(label, { minLength: 2, maxLength: 4 }).chain((labels) => fc.tuple(...labels.map(option))),
      multiSelect: fc.boolean(),
    },
    { requiredKeys: ["question", "options"] },
  );

/** An input that the default contract accepts. */
export const askInput: fc.Arbitrary<{ readonly context?: string; readonly questions: readonly Json[] }> = distinct(
  textUpTo(1_000),
  { minLength: 1, maxLength: 4 },
)
  .chain((texts) => fc.tuple(...texts.map(questionInput)))
  .chain((questions) =>
    fc.record({ context: textUpTo(4_000), questions: fc.constant(questions) }, { requiredKeys: ["questions"] }),
  );

function distinct(arbitrary: fc.Arbitrary<string>, size: { minLength: number; maxLength: number }) {
  return fc.uniqueArray(arbitrary, { ...size, selector: foldedText });
}

/** The questions of an input that the default contract accepts. */
export const questions: fc.Arbitrary<readonly Question[]> = askInput.map((input) => {
  const reading = askUserQuestion.read(input);
  if (!reading.ok) throw new Error(`a valid ask was refused: ${reading.error}`);
  return reading.value.questions;
});

const longText: fc.Arbitrary<Json> = fc.nat(1_100).map((length) => "x".repeat(length));
const fieldNames = ["questions", "answers", "message", "header", "options", "label", "__proto__", "constructor"];

/** A valid input in which something is added, removed or replaced by any JSON at any depth. */
export const mutatedAsk: fc.Arbitrary<Json> = fc
  .tuple(
    askInput,
    fc.array(fc.tuple(fc.array(fc.nat(9), { maxLength: 6 }), mutation()), { minLength: 1, maxLength: 3 }),
  )
  .map(([input, changes]) => changes.reduce<Json>((json, [path, change]) => changeAt(json, path, change), input));

type Mutation = { readonly type: "replace" | "add"; readonly json: Json } | { readonly type: "remove" };

function mutation(): fc.Arbitrary<Mutation> {
  const json = fc.oneof(fc.jsonValue() as fc.Arbitrary<Json>, askInput as fc.Arbitrary<Json>, longText);
  return fc.oneof(
    fc.record({ type: fc.constantFrom("replace", "add"), json }),
    fc.constant({ type: "remove" } as const),
    askInput.map((input) => ({ type: "replace", json: JSON.stringify(input.questions) }) as const),
  );
}

function changeAt(json: Json, path: readonly number[], change: Mutation): Json {
  const [step, ...rest] = path;
  if (step === undefined || typeof json !== "object" || json === null)
    return change.type === "remove" ? null : change.json;
  const entries = Object.entries(json);
  const chosen = step % Math.max(entries.length, 1);
  const changed = entries.flatMap(([key, item], index): [string, Json][] => {
    if (index !== chosen) return [[key, item]];
    if (rest.length > 0) return [[key, changeAt(item, rest, change)]];
    return change.type === "remove" ? [] : [[key, change.type === "replace" ? change.json : item]];
  });
  if (rest.length === 0 && change.type === "add")
    changed.push([fieldNames[step % fieldNames.length] ?? "", change.json]);
  return Array.isArray(json) ? changed.map(([, item]) => item) : Object.fromEntries(changed);
}

/** What a person does with a question, whichever question that is. */
export interface Choice {
  readonly skip: boolean;
  readonly picks: readonly number[];
  readonly text?: string;
  readonly note?: string;
}

export const choices: fc.Arbitrary<readonly Choice[]> = fc.array(
  fc.record(
    {
      skip: fc.nat(4).map((some) => some === 0),
      picks: fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }),
      text: textUpTo(10_000),
      note: textUpTo(2_000),
    },
    { requiredKeys: ["skip", "picks"] },
  ),
  { minLength: 4, maxLength: 4 },
);

/** The valid answers that result from the choices; the first question is never skipped. */
export function answersFrom(asked: readonly Question[], chosen: readonly Choice[]): AnswerSet {
  const answers = asked.map((question, index): Answer => {
    const { skip, picks, text: typed, note }: Choice = chosen[index] ?? { skip: false, picks: [0] };
    if (skip && index > 0) return { question: question.id, skipped: true };
    const ids = [...new Set(picks.flatMap((pick) => question.options[pick % question.options.length]?.id ?? []))];
    const open = question.options.length === 0 ? "Whatever you like" : undefined;
    const text = question.ownWords ? (typed ?? open) : undefined;
    const noted = note === undefined ? {} : { note };
    if (question.multiSelect && text !== undefined && ids.length > 2) return { question: question.id, text, ...noted };
    if (question.multiSelect)
      return { question: question.id, options: ids, ...(text !== undefined && { text }), ...noted };
    return { question: question.id, ...(text === undefined ? { options: ids.slice(0, 1) } : { text }), ...noted };
  });
  return { answers };
}
