import type { Draft, DraftAnswer } from "@askback/core/wire";
import { answerIn } from "./draft.ts";

/** The parts of a draft that are compared and merged one by one. */
export interface Field {
  /** The question; undefined for what concerns the whole. */
  readonly question?: string;
  readonly name: keyof DraftAnswer | "comment";
}

const answerFields = ["options", "text", "isTextChosen", "note", "isSkipped"] as const;

/** Every field that one of the drafts has. */
export function fieldsOf(...drafts: readonly Draft[]): readonly Field[] {
  const questions = new Set(drafts.flatMap(({ answers }) => Object.keys(answers)));
  return [
    ...[...questions].flatMap((question) => answerFields.map((name) => ({ question, name }))),
    { name: "comment" },
  ];
}

export function valueAt(draft: Draft, { question, name }: Field): unknown {
  if (question === undefined || name === "comment") return draft.comment;
  return answerIn(draft, question)[name];
}

export function isEqualAt(a: Draft, b: Draft, field: Field): boolean {
  return JSON.stringify(valueAt(a, field)) === JSON.stringify(valueAt(b, field));
}

/** A draft with one field of another. */
export function withField(draft: Draft, from: Draft, { question, name }: Field): Draft {
  if (question === undefined || name === "comment") return { ...draft, comment: from.comment };
  const answer = { ...answerIn(draft, question), [name]: answerIn(from, question)[name] };
  return { ...draft, answers: { ...draft.answers, [question]: answer } };
}

export function isSameDraft(a: Draft, b: Draft): boolean {
  return fieldsOf(a, b).every((field) => isEqualAt(a, b, field));
}

/** Everything that somebody typed. */
export function wordsOf({ answers, comment }: Draft): readonly string[] {
  const words = [...Object.values(answers).flatMap(({ text, note }) => [text, note]), comment];
  return words.filter((some) => some.trim() !== "");
}
