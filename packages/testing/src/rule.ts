import type * as wire from "@askback/core/wire";

/** What a person does when an inquiry is asked. */
export interface Rule {
  /** Part of a question's text, of an option's label or of the name of a gated tool, or a test of the inquiry; any inquiry by default. */
  readonly on?: string | RegExp | ((inquiry: wire.Inquiry) => boolean);
  /** How long the person takes, by the clock. */
  readonly afterMs?: number;
  readonly does: Reaction;
}

export type Reaction =
  /** Picks options by their labels, or answers in own words, with a note. */
  | { readonly pick?: string | readonly string[]; readonly say?: string; readonly note?: string }
  | "allow"
  | "refuse"
  | "decline"
  | "delegate"
  | "dismiss"
  | "ignore"
  /** Changes their mind: the first answer is taken back within its hold. */
  | { readonly first: Reaction; readonly last: Reaction };

export type Answered = Extract<Reaction, { readonly pick?: unknown }>;

/** Whether a rule is about this inquiry, or about this question of it. */
export function isAbout({ on }: Rule, inquiry: wire.Inquiry, question?: wire.Question): boolean {
  if (on === undefined) return true;
  if (typeof on === "function") return on(inquiry);
  const questions = question ? [question] : inquiry.questions;
  const texts = [
    ...questions.flatMap(({ text, options }) => [text, ...options.map(({ label }) => label)]),
    ...(inquiry.approval ? [inquiry.approval.tool] : []),
  ];
  return texts.some((text) => (typeof on === "string" ? text.includes(on) : on.test(text)));
}

/** The answer to one question; throws where the person would pick what is not offered. */
export function toAnswer(question: wire.Question, { pick = [], say, note }: Answered) {
  const labels = typeof pick === "string" ? [pick] : pick;
  const options = labels.map((label) => {
    const option = question.options.find((candidate) => candidate.label === label);
    if (!option) throw new Error(`"${label}" is no option of "${question.text}"`);
    return option.id;
  });
  return {
    question: question.id,
    ...(options.length > 0 && { options }),
    ...(say !== undefined && { text: say }),
    ...(note !== undefined && { note }),
  };
}
