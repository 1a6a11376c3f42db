import type { Inquiry } from "../model/inquiry.ts";
import type { Option, Question } from "../model/question.ts";

/**
 * Amended questions with the ids of those that they take the place of, so that a draft still fits: a question keeps its id
 * if its text or its position is the same, and an option only if its label is. A new id is one that the inquiry never had,
 * since an id must never mean something else.
 */
export function keepIds(
  { questions: before, lastId }: Pick<Inquiry, "questions" | "lastId">,
  after: readonly Question[],
): { readonly questions: readonly Question[]; readonly lastId: number } {
  const byText = new Map(before.map((question) => [question.text, question]));
  const kept = new Set(after.flatMap(({ text }) => byText.get(text)?.id ?? []));
  const ids = createIds(lastId ?? greatestIn(before));
  const questions = after.map((question, index) => {
    const samePosition = before[index];
    const isFree = samePosition && !kept.has(samePosition.id);
    const predecessor = byText.get(question.text) ?? (isFree ? samePosition : undefined);
    const options = keepOptionIds(predecessor?.options ?? [], question.options, ids.next);
    return { ...question, id: predecessor?.id ?? ids.next("q"), options };
  });
  return { questions, lastId: ids.last };
}

function keepOptionIds(
  before: readonly Option[],
  after: readonly Option[],
  next: (prefix: "o") => string,
): readonly Option[] {
  return after.map((option) => ({
    ...option,
    id: before.find(({ label }) => label === option.label)?.id ?? next("o"),
  }));
}

function greatestIn(questions: readonly Question[]): number {
  const ids = questions.flatMap(({ id, options }) => [id, ...options.map((option) => option.id)]);
  return Math.max(0, ...ids.map((id) => Number(id.slice(1))));
}

function createIds(from: number) {
  let last = from;
  return {
    next(prefix: "q" | "o"): string {
      last += 1;
      return `${prefix}${last}`;
    },
    get last() {
      return last;
    },
  };
}
