import type * as wire from "@askback/core/wire";

/** What somebody has picked and written for one question. */
export interface FormAnswer {
  readonly options: readonly string[];
  readonly text: string;
  readonly note: string;
  readonly isSkipped: boolean;
}

/** How somebody resolves an inquiry. */
export type Resolving =
  | { readonly type: "answer"; readonly body: wire.AnswerInquiry }
  | { readonly type: "decline" | "delegate" | "dismiss"; readonly body: wire.ResolveInquiry };

/** A text that is being written, and where the caret is in it. */
export interface Field {
  readonly kind: "text" | "note" | "comment" | "decline" | "delegate" | "dismiss";
  readonly text: string;
  readonly caret: number;
}

/** An inquiry while somebody answers it in a terminal. Nothing is picked until they pick it. */
export interface Form {
  readonly inquiry: wire.Inquiry;
  readonly answers: Readonly<Record<string, FormAnswer>>;
  readonly comment: string;
  /** The question that is shown; the number of questions for the review. */
  readonly step: number;
  /** The row that the keys act on: an option, or after the options own words. */
  readonly row: number;
  readonly field?: Field | undefined;
  /** How many lines of the background are scrolled away. */
  readonly scroll: number;
  /** Why nothing happened, or what the next key does. */
  readonly notice?: string | undefined;
  readonly isLeaving?: boolean;
  /** Whether the question has changed and no Enter was pressed since: that Enter may be meant for the one before. */
  readonly isChanged?: boolean;
}

const nothing: FormAnswer = { options: [], text: "", note: "", isSkipped: false };

export function createForm(inquiry: wire.Inquiry): Form {
  return atStep({ inquiry, answers: {}, comment: "", step: 0, row: 0, scroll: 0 }, 0);
}

/**
 * The form for a changed inquiry: what was written stays, also for a question that is gone, and picks of options that are gone
 * are dropped.
 */
export function withInquiry(form: Form, inquiry: wire.Inquiry): Form {
  if (inquiry.revision === form.inquiry.revision) return { ...form, inquiry };
  const kept = withoutSecrets(form, inquiry);
  const answers = inquiry.questions.map((question) => {
    const earlier = kept.answers[question.id] ?? nothing;
    const options = earlier.options.filter((id) => question.options.some((option) => option.id === id));
    return [question.id, { ...earlier, options }] as const;
  });
  const step = Math.min(form.step, inquiry.questions.length - 1);
  const changed = atStep({ ...kept, inquiry, answers: { ...kept.answers, ...Object.fromEntries(answers) } }, step);
  const notice = "The question was changed. Please read it again.";
  return { ...changed, field: kept.field ?? changed.field, notice, isChanged: true };
}

/** The form without what was typed as a secret for a question that asks for none any more, which would be shown. */
function withoutSecrets(form: Form, changed: wire.Inquiry): Form {
  const isStill = (id: string) => changed.questions.some((question) => question.id === id && question.secret);
  const gone = form.inquiry.questions.filter(({ id, secret }) => secret && !isStill(id));
  if (gone.length === 0) return form;
  const answers = gone.map((question) => [question.id, { ...answerTo(form, question), text: "" }] as const);
  const field = writesSecret(form) ? undefined : form.field;
  return { ...form, field, answers: { ...form.answers, ...Object.fromEntries(answers) } };
}

export function questionAt({ inquiry, step }: Form): wire.Question | undefined {
  return inquiry.questions[step];
}

export function answerTo({ answers }: Form, { id }: wire.Question): FormAnswer {
  return answers[id] ?? nothing;
}

/** Whether the field takes a secret, which is never shown. */
export function writesSecret(form: Form): boolean {
  return form.field?.kind === "text" && questionAt(form)?.secret === true;
}

export function isAnswered({ options, text }: FormAnswer): boolean {
  return options.length > 0 || text.trim() !== "";
}

/** Whether the answers are shown together before they are sent. */
export function hasReview({ inquiry: { questions } }: Form): boolean {
  return questions.length > 1 || questions.some(({ multiSelect }) => multiSelect);
}

/** Whether something would be lost if the form were closed. */
export function hasContent({ answers, comment, field }: Form): boolean {
  return (
    comment !== "" || (field?.text ?? "") !== "" || Object.values(answers).some(({ text, note }) => text + note !== "")
  );
}

/** Shows a question; one without options is written at once. */
export function atStep(form: Form, step: number): Form {
  const question = form.inquiry.questions[step];
  const still = { field: undefined, notice: undefined, isLeaving: false, isChanged: false };
  const moved: Form = { ...form, ...still, step, row: 0, scroll: 0 };
  if (!question || question.options.length > 0) return moved;
  const { text, isSkipped } = answerTo(form, question);
  return isSkipped ? moved : { ...moved, field: { kind: "text", text, caret: text.length } };
}

export function withAnswer(form: Form, question: wire.Question, change: Partial<FormAnswer>): Form {
  const answer = { ...answerTo(form, question), ...change };
  return { ...form, answers: { ...form.answers, [question.id]: answer }, notice: undefined };
}

/** Picks an option or takes it back; a single-select has one, and own words give way to it. */
export function toggleOption(form: Form, question: wire.Question, id: string): Form {
  const { options, text } = answerTo(form, question);
  const isPicked = options.includes(id);
  const others = question.multiSelect ? options : [];
  return withAnswer({ ...form, isChanged: false }, question, {
    options: isPicked ? options.filter((other) => other !== id) : [...others, id],
    text: question.multiSelect ? text : "",
    isSkipped: false,
  });
}

/** What is sent, or why the form is not complete and which question that is about. */
export function resolvingOf(form: Form): Resolving | { readonly missing: number; readonly reason: string } {
  const { questions, revision } = form.inquiry;
  const missing = questions.findIndex((question) => {
    const answer = answerTo(form, question);
    return !answer.isSkipped && !isAnswered(answer);
  });
  if (missing >= 0) {
    const reason =
      questions.length > 1 ? "This question has no answer: pick one, or s to skip it." : "Nothing is picked yet.";
    return { missing, reason };
  }
  if (questions.every((question) => answerTo(form, question).isSkipped))
    return { missing: 0, reason: "Every question is skipped: decline with d, or let the agent decide with y." };
  const answers = questions.map((question) => {
    const { options, text, note, isSkipped } = answerTo(form, question);
    if (isSkipped) return { question: question.id, skipped: true } as const;
    return {
      question: question.id,
      ...(options.length > 0 && { options: [...options] }),
      ...(text.trim() !== "" && { text }),
      ...(note.trim() !== "" && { note }),
    };
  });
  return { type: "answer", body: { answers, revision, ...(form.comment.trim() !== "" && { comment: form.comment }) } };
}
