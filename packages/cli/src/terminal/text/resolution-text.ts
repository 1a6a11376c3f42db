import type { ResolutionType } from "@askback/core";
import type * as wire from "@askback/core/wire";
import { safeLine, safeText } from "./safe-text.ts";

const verbs: Readonly<Record<ResolutionType, string>> = {
  answered: "answered",
  "answered-in-chat": "answered in chat",
  declined: "declined to answer",
  delegated: "let the agent decide",
  dismissed: "set the question aside",
  expired: "The question expired; nobody answered in time.",
  superseded: "A newer question has replaced this one.",
  withdrawn: "The question was withdrawn.",
};

/** How an inquiry ended and by whom, in a sentence. */
export function resolutionSentence({ type, by }: Pick<wire.Resolution, "type" | "by">): string {
  const isBySystem = type === "expired" || type === "superseded" || type === "withdrawn";
  return isBySystem ? verbs[type] : `${safeLine(by ?? "Somebody")} ${verbs[type]}.`;
}

/**
 * The answer as a script reads it: for one question a label or own words on each line, for several a line for each question.
 * A secret is its handle.
 */
export function answerOutput({ questions, resolution }: wire.Inquiry): string {
  if (!resolution) return "";
  if (!resolution.answers) return resolution.type === "answered-in-chat" ? safeText(resolution.text ?? "") : "";
  const [only] = questions;
  if (only && questions.length === 1) return partsOf(resolution, only).join("\n");
  return questions
    .map((question) => `${safeLine(question.text)} ${partsOf(resolution, question).map(safeLine).join(", ")}`.trim())
    .join("\n");
}

/** What people added to the answer, for the person at the terminal. */
export function remarksOf({ questions, resolution }: wire.Inquiry): readonly string[] {
  if (!resolution) return [];
  const notes = (resolution.answers ?? []).flatMap((answer) => {
    if ("skipped" in answer || !answer.note) return [];
    const question = questions.find(({ id }) => id === answer.question);
    return [`Note${questions.length > 1 ? ` on "${safeLine(question?.text ?? "")}"` : ""}: ${safeText(answer.note)}`];
  });
  return [...notes, ...(resolution.comment ? [`Comment: ${safeText(resolution.comment)}`] : [])];
}

function partsOf({ answers = [] }: wire.Resolution, { id, options }: wire.Question): readonly string[] {
  const answer = answers.find(({ question }) => question === id);
  if (!answer || "skipped" in answer) return [];
  const labels = options.filter((option) => answer.options?.includes(option.id)).map(({ label }) => safeLine(label));
  const { text = answer.secret } = answer;
  return [...labels, ...(text === undefined ? [] : [safeText(text)])];
}
