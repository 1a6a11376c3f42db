import type { Draft, DraftAnswer, File, Inquiry, Question } from "@askback/core/wire";

export type DraftAction =
  | { readonly type: "pick"; readonly question: string; readonly option: string }
  | { readonly type: "choose-text"; readonly question: string }
  | { readonly type: "write"; readonly question: string; readonly text: string }
  | { readonly type: "attach"; readonly question: string; readonly file: File }
  | { readonly type: "detach"; readonly question: string; readonly file: string }
  | { readonly type: "write-note"; readonly question: string; readonly note: string }
  | { readonly type: "write-comment"; readonly comment: string }
  /** Undefined for the input as it was asked. */
  | { readonly type: "write-input"; readonly input: string | undefined }
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

export function isEmpty({ answers, comment, input }: Draft): boolean {
  return comment === "" && input === undefined && Object.values(answers).every(isBlankAnswer);
}

function isBlankAnswer({ options, text, files = [], note, isSkipped }: DraftAnswer): boolean {
  return options.length === 0 && text === "" && files.length === 0 && note === "" && !isSkipped;
}

/** The draft after an action in the form. Changing one answer never touches another. */
export function applyDraftAction(inquiry: Pick<Inquiry, "questions">, draft: Draft, action: DraftAction): Draft {
  switch (action.type) {
    case "write-comment":
      return { ...draft, comment: action.comment };
    case "write-input":
      return withInput(draft, action.input);
    case "go":
      return { ...draft, step: Math.min(Math.max(action.step, 0), inquiry.questions.length) };
    case "replace":
      return action.draft;
    default: {
      const question = inquiry.questions.find(({ id }) => id === action.question);
      if (!question) return draft;
      const answer = applyAnswerAction(question, answerIn(draft, question.id), action);
      return { ...draft, answers: { ...draft.answers, [question.id]: answer } };
    }
  }
}

function withInput({ input: _, ...draft }: Draft, input: string | undefined): Draft {
  return input === undefined ? draft : { ...draft, input };
}

type AnswerAction = Extract<DraftAction, { question: string }>;

function applyAnswerAction(question: Question, answer: DraftAnswer, action: AnswerAction): DraftAnswer {
  switch (action.type) {
    case "pick":
      return { ...pickOption(question, answer, action.option), isSkipped: false };
    case "choose-text": {
      const isTextChosen = question.multiSelect ? !answer.isTextChosen : true;
      return { ...answer, isTextChosen, options: question.multiSelect ? answer.options : [], isSkipped: false };
    }
    case "write":
      return chooseOwnWords(question, { ...answer, text: action.text });
    case "attach": {
      const others = answer.files?.filter(({ id }) => id !== action.file.id) ?? [];
      return chooseOwnWords(question, { ...answer, files: [...others, action.file] });
    }
    case "detach": {
      const { files, ...rest } = answer;
      const left = files?.filter(({ id }) => id !== action.file) ?? [];
      return chooseOwnWords(question, left.length > 0 ? { ...rest, files: left } : rest);
    }
    case "write-note":
      return { ...answer, note: action.note };
    case "skip":
      return { ...answer, isSkipped: !answer.isSkipped };
  }
}

/** Whether something is written or attached. */
export function hasOwnWords({ text, files = [] }: DraftAnswer): boolean {
  return text.trim() !== "" || files.length > 0;
}

/** Own words are chosen as soon as there are some, in place of an option that stands alone. */
function chooseOwnWords({ multiSelect }: Question, answer: DraftAnswer): DraftAnswer {
  const isTextChosen = hasOwnWords(answer);
  const options = isTextChosen && !multiSelect ? [] : answer.options;
  return { ...answer, isTextChosen, options, isSkipped: isTextChosen ? false : answer.isSkipped };
}

function pickOption({ multiSelect }: Question, answer: DraftAnswer, option: string): DraftAnswer {
  if (!multiSelect) return { ...answer, options: [option], isTextChosen: false };
  const others = answer.options.filter((id) => id !== option);
  return { ...answer, options: others.length < answer.options.length ? others : [...others, option] };
}

/** The parts of a draft that are compared and merged one by one. */
export interface Field {
  /** Undefined for the comment on the whole and for the changed input of a call. */
  readonly question?: string;
  readonly name: keyof DraftAnswer | "comment" | "input";
}

const answerFields = ["options", "text", "files", "isTextChosen", "note", "isSkipped"] as const;

/** Every field of one or more drafts. */
export function fieldsOf(...drafts: readonly Draft[]): readonly Field[] {
  const questions = new Set(drafts.flatMap(({ answers }) => Object.keys(answers)));
  return [
    ...[...questions].flatMap((question) => answerFields.map((name) => ({ question, name }))),
    { name: "comment" },
    { name: "input" },
  ];
}

export function valueAt(draft: Draft, { question, name }: Field): unknown {
  if (name === "input") return draft.input;
  if (question === undefined || name === "comment") return draft.comment;
  return answerIn(draft, question)[name];
}

export function isEqualAt(a: Draft, b: Draft, field: Field): boolean {
  return JSON.stringify(valueAt(a, field)) === JSON.stringify(valueAt(b, field));
}

/** A copy of a draft with one field of another. */
export function copyField(draft: Draft, from: Draft, { question, name }: Field): Draft {
  if (name === "input") return withInput(draft, from.input);
  if (question === undefined || name === "comment") return { ...draft, comment: from.comment };
  const answer = { ...answerIn(draft, question), [name]: answerIn(from, question)[name] };
  return { ...draft, answers: { ...draft.answers, [question]: answer } };
}

export function isSameDraft(a: Draft, b: Draft): boolean {
  return fieldsOf(a, b).every((field) => isEqualAt(a, b, field));
}

/** Every text that somebody typed into it. */
export function textsIn({ answers, comment, input = "" }: Draft): readonly string[] {
  const texts = [...Object.values(answers).flatMap(({ text, note }) => [text, note]), comment, input];
  return texts.filter((text) => text.trim() !== "");
}
