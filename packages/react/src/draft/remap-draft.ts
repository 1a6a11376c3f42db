import type { Draft, DraftAnswer, Inquiry, Question } from "@askback/core/wire";
import { answerIn } from "./draft.ts";
import { draftText } from "./draft-text.ts";

type Asked = Pick<Inquiry, "questions" | "revision">;

export interface RemappedDraft {
  readonly draft: Draft;
  /** What has no place in the changed questions, as text; empty when all has. */
  readonly fellOut: string;
}

const nothing: DraftAnswer = { options: [], text: "", isTextChosen: false, note: "", isSkipped: false };

/**
 * A draft for questions that were changed. `before` are those that it was written for, where they are known: without them
 * only words stay, since a pick may mean something else by now.
 */
export function remapDraft(draft: Draft, after: Asked, before?: Asked): RemappedDraft {
  const answers: Record<string, DraftAnswer> = {};
  const rest: Record<string, DraftAnswer> = {};
  for (const id of Object.keys(draft.answers)) {
    const question = after.questions.find((candidate) => candidate.id === id);
    const asked = before?.questions.find((candidate) => candidate.id === id);
    const { kept, fallen } = fitted(answerIn(draft, id), question, asked, before !== undefined);
    if (kept) answers[id] = kept;
    rest[id] = fallen;
  }
  const step = Math.min(draft.step, after.questions.length);
  const fellOut = draftText(before?.questions ?? after.questions, { ...draft, answers: rest, comment: "" });
  return { draft: { ...draft, revision: after.revision, answers, step }, fellOut };
}

interface Fitted {
  readonly kept?: DraftAnswer;
  readonly fallen: DraftAnswer;
}

function fitted(
  answer: DraftAnswer,
  question: Question | undefined,
  asked: Question | undefined,
  isBeforeKnown: boolean,
): Fitted {
  if (!question || (isBeforeKnown && asked?.text !== question.text)) return { fallen: answer };
  const hasPlace = question.ownWords || answer.text === "";
  const text = hasPlace ? answer.text : "";
  const isTextChosen = hasPlace && answer.isTextChosen;
  const arePicksKept = canKeepPicks({ ...answer, isTextChosen }, question, asked);
  const options = arePicksKept ? answer.options : [];
  return {
    kept: { ...answer, options, text, isTextChosen },
    fallen: { ...nothing, options: arePicksKept ? [] : answer.options, text: hasPlace ? "" : answer.text },
  };
}

function canKeepPicks(answer: DraftAnswer, question: Question, asked: Question | undefined): boolean {
  const labelIn = (some: Question | undefined, id: string) => some?.options.find((option) => option.id === id)?.label;
  const doMeanTheSame = answer.options.every((id) => {
    const label = labelIn(question, id);
    return label !== undefined && label === labelIn(asked, id);
  });
  return doMeanTheSame && (question.multiSelect || answer.options.length + (answer.isTextChosen ? 1 : 0) <= 1);
}
