import type { Draft, DraftAnswer, Inquiry, Question } from "@askback/core/wire";

export type DraftAction =
  | { readonly type: "pick"; readonly question: string; readonly option: string }
  | { readonly type: "choose-text"; readonly question: string }
  | { readonly type: "write"; readonly question: string; readonly text: string }
  | { readonly type: "write-note"; readonly question: string; readonly note: string }
  | { readonly type: "write-comment"; readonly comment: string }
  | { readonly type: "skip"; readonly question: string }
  | { readonly type: "go"; readonly step: number }
  | { readonly type: "replace"; readonly draft: Draft };

const blank: DraftAnswer = { options: [], text: "", isTextChosen: false, note: "", isSkipped: false };

/** Nothing is picked at the start: a choice that nobody made would look like consent. */
export function emptyDraft({ revision }: Pick<Inquiry, "revision">): Draft {
  return { revision, answers: {}, comment: "", step: 0 };
}

export function answerIn(draft: Draft, question: string): DraftAnswer {
  return draft.answers[question] ?? blank;
}

export function isEmpty({ answers, comment }: Draft): boolean {
  return comment === "" && Object.values(answers).every(isBlankAnswer);
}

function isBlankAnswer({ options, text, note, isSkipped }: DraftAnswer): boolean {
  return options.length === 0 && text === "" && note === "" && !isSkipped;
}

/** What a form means: the draft after somebody did something. Changing one answer never touches another. */
export function drafted(inquiry: Pick<Inquiry, "questions">, draft: Draft, action: DraftAction): Draft {
  switch (action.type) {
    case "write-comment":
      return { ...draft, comment: action.comment };
    case "go":
      return { ...draft, step: Math.min(Math.max(action.step, 0), inquiry.questions.length) };
    case "replace":
      return action.draft;
    default: {
      const question = inquiry.questions.find(({ id }) => id === action.question);
      if (!question) return draft;
      const answer = answered(question, answerIn(draft, question.id), action);
      return { ...draft, answers: { ...draft.answers, [question.id]: answer } };
    }
  }
}

type AnswerAction = Extract<DraftAction, { question: string }>;

function answered(question: Question, answer: DraftAnswer, action: AnswerAction): DraftAnswer {
  switch (action.type) {
    case "pick":
      return { ...picked(question, answer, action.option), isSkipped: false };
    case "choose-text": {
      const isTextChosen = question.multiSelect ? !answer.isTextChosen : true;
      return { ...answer, isTextChosen, options: question.multiSelect ? answer.options : [], isSkipped: false };
    }
    case "write": {
      const isTextChosen = action.text.trim() !== "";
      const options = isTextChosen && !question.multiSelect ? [] : answer.options;
      return {
        ...answer,
        text: action.text,
        isTextChosen,
        options,
        isSkipped: isTextChosen ? false : answer.isSkipped,
      };
    }
    case "write-note":
      return { ...answer, note: action.note };
    case "skip":
      return { ...answer, isSkipped: !answer.isSkipped };
  }
}

function picked({ multiSelect }: Question, answer: DraftAnswer, option: string): DraftAnswer {
  if (!multiSelect) return { ...answer, options: [option], isTextChosen: false };
  const others = answer.options.filter((id) => id !== option);
  return { ...answer, options: others.length < answer.options.length ? others : [...others, option] };
}
