import type { Draft, DraftAnswer, Inquiry, Question } from "@askback/core/wire";
import { answerIn, hasOwnWords } from "./draft.ts";

type AskedQuestions = Pick<Inquiry, "questions" | "revision">;

export interface RemappedDraft {
  readonly draft: Draft;
  /** What does not fit the changed questions, as text; empty if all fits. */
  readonly removedText: string;
  /** The labels of picks that are no longer offered by a question that is still asked. */
  readonly droppedPicks: readonly string[];
}

const nothing: DraftAnswer = { options: [], text: "", isTextChosen: false, note: "", isSkipped: false };

/**
 * Fits a draft to changed questions. `before` are the questions it was written for; if they are not known only texts stay,
 * since the picked option may mean something else by now.
 */
export function remapDraft(draft: Draft, after: AskedQuestions, before?: AskedQuestions): RemappedDraft {
  const answers: Record<string, DraftAnswer> = {};
  const rest: Record<string, DraftAnswer> = {};
  const droppedPicks: string[] = [];
  for (const id of Object.keys(draft.answers)) {
    const question = after.questions.find((candidate) => candidate.id === id);
    const asked = before?.questions.find((candidate) => candidate.id === id);
    const { kept, removed } = fitAnswer(answerIn(draft, id), question, asked, before !== undefined);
    if (kept) answers[id] = kept;
    // Where the labels are known, dropped picks are named; what was typed is kept as text.
    const labels = kept && asked ? labelsOf(asked, removed.options) : [];
    droppedPicks.push(...labels);
    rest[id] = labels.length > 0 ? { ...removed, options: [] } : removed;
  }
  const step = Math.min(draft.step, after.questions.length);
  const removedText = draftToText(before?.questions ?? after.questions, { ...draft, answers: rest, comment: "" });
  // A changed input was that of another call.
  const { input: _, ...kept } = draft;
  return { draft: { ...kept, revision: after.revision, answers, step }, removedText, droppedPicks };
}

interface FittedAnswer {
  readonly kept?: DraftAnswer;
  readonly removed: DraftAnswer;
}

function fitAnswer(
  answer: DraftAnswer,
  question: Question | undefined,
  asked: Question | undefined,
  isBeforeKnown: boolean,
): FittedAnswer {
  if (!question || (isBeforeKnown && !asked)) return { removed: answer };
  const { files, ...typed } = answer;
  const fitsText = question.ownWords || !hasOwnWords(answer);
  const text = fitsText ? answer.text : "";
  const isTextChosen = fitsText && answer.isTextChosen;
  const options = keptPicks({ ...answer, isTextChosen }, question, asked);
  return {
    kept: { ...typed, options, text, isTextChosen, ...(fitsText && files && { files }) },
    removed: {
      ...nothing,
      options: answer.options.filter((pick) => !options.includes(pick)),
      text: fitsText ? "" : answer.text,
    },
  };
}

/** The picks that are still offered under their labels; none if they are more than the question takes by now. */
function keptPicks(answer: DraftAnswer, question: Question, asked: Question | undefined): readonly string[] {
  const labelIn = (some: Question | undefined, id: string) => some?.options.find((option) => option.id === id)?.label;
  const offered = answer.options.filter((id) => {
    const label = labelIn(question, id);
    return label !== undefined && label === labelIn(asked, id);
  });
  return question.multiSelect || offered.length + (answer.isTextChosen ? 1 : 0) <= 1 ? offered : [];
}

function labelsOf({ options }: Question, picks: readonly string[]): readonly string[] {
  return options.filter(({ id }) => picks.includes(id)).map(({ label }) => label);
}

/** A draft as text to copy or to send: each question with what was picked and written for it. */
export function draftToText(questions: readonly Question[], draft: Draft): string {
  const known = new Set(questions.map(({ id }) => id));
  const removed = Object.keys(draft.answers).filter((id) => !known.has(id));
  return [
    ...questions.map((question) => answerToText(question, answerIn(draft, question.id))),
    ...removed.map((id) => answerToText(undefined, answerIn(draft, id))),
    draft.comment,
    draft.input ?? "",
  ]
    .filter((part) => part.trim() !== "")
    .join("\n\n");
}

/** Own words that were typed and then not chosen are included, so that nothing typed is lost. */
function answerToText(question: Question | undefined, { options, text, files = [], note }: DraftAnswer): string {
  const labels = question?.options.filter(({ id }) => options.includes(id)).map(({ label }) => label) ?? [];
  const said = [labels.join(", "), text, ...files.map(({ name }) => name), note].filter((part) => part.trim() !== "");
  if (said.length === 0) return "";
  return [...(question ? [question.text] : []), ...said].join("\n");
}
