import type { Draft, DraftAnswer, Inquiry, Question } from "@askback/core/wire";
import { answerIn, hasOwnWords } from "./draft.ts";

type AskedQuestions = Pick<Inquiry, "questions" | "revision">;

export interface RemappedDraft {
  readonly draft: Draft;
  /** What does not fit the changed questions, as text; empty if all fits. */
  readonly removedText: string;
}

const nothing: DraftAnswer = { options: [], text: "", isTextChosen: false, note: "", isSkipped: false };

/**
 * Fits a draft to changed questions. `before` are the questions it was written for; if they are not known only texts stay,
 * since the picked option may mean something else by now.
 */
export function remapDraft(draft: Draft, after: AskedQuestions, before?: AskedQuestions): RemappedDraft {
  const answers: Record<string, DraftAnswer> = {};
  const rest: Record<string, DraftAnswer> = {};
  for (const id of Object.keys(draft.answers)) {
    const question = after.questions.find((candidate) => candidate.id === id);
    const asked = before?.questions.find((candidate) => candidate.id === id);
    const { kept, removed } = fitAnswer(answerIn(draft, id), question, asked, before !== undefined);
    if (kept) answers[id] = kept;
    rest[id] = removed;
  }
  const step = Math.min(draft.step, after.questions.length);
  const removedText = draftToText(before?.questions ?? after.questions, { ...draft, answers: rest, comment: "" });
  return { draft: { ...draft, revision: after.revision, answers, step }, removedText };
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
  if (!question || (isBeforeKnown && asked?.text !== question.text)) return { removed: answer };
  const { files, ...typed } = answer;
  const fitsText = question.ownWords || !hasOwnWords(answer);
  const text = fitsText ? answer.text : "";
  const isTextChosen = fitsText && answer.isTextChosen;
  const arePicksKept = canKeepPicks({ ...answer, isTextChosen }, question, asked);
  const options = arePicksKept ? answer.options : [];
  return {
    kept: { ...typed, options, text, isTextChosen, ...(fitsText && files && { files }) },
    removed: { ...nothing, options: arePicksKept ? [] : answer.options, text: fitsText ? "" : answer.text },
  };
}

function canKeepPicks(answer: DraftAnswer, question: Question, asked: Question | undefined): boolean {
  const labelIn = (some: Question | undefined, id: string) => some?.options.find((option) => option.id === id)?.label;
  const haveSameLabels = answer.options.every((id) => {
    const label = labelIn(question, id);
    return label !== undefined && label === labelIn(asked, id);
  });
  return haveSameLabels && (question.multiSelect || answer.options.length + (answer.isTextChosen ? 1 : 0) <= 1);
}

/** A draft as text to copy or to send: each question with what was picked and written for it. */
export function draftToText(questions: readonly Question[], draft: Draft): string {
  const known = new Set(questions.map(({ id }) => id));
  const removed = Object.keys(draft.answers).filter((id) => !known.has(id));
  return [
    ...questions.map((question) => answerToText(question, answerIn(draft, question.id))),
    ...removed.map((id) => answerToText(undefined, answerIn(draft, id))),
    draft.comment,
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
