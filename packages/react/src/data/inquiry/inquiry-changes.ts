import type { Inquiry, Question } from "@askback/core/wire";

/** One thing that differs between two revisions of an inquiry. */
export type InquiryChange =
  | { readonly type: "question"; readonly before: string }
  | { readonly type: "question-added" | "question-removed"; readonly text: string }
  | { readonly type: "options-added" | "options-removed"; readonly labels: readonly string[] }
  | { readonly type: "details" | "context" | "call" }
  /** Without a time there is no deadline any more. */
  | { readonly type: "deadline"; readonly at?: string };

type Asked = Pick<Inquiry, "questions" | "context" | "approval" | "deadline">;

/** What the asker has changed, the most important first. */
export function changesOf(before: Asked, after: Asked): readonly InquiryChange[] {
  return [
    ...(after.approval ? callChanges(before, after) : questionChanges(before.questions, after.questions)),
    ...(before.context === after.context ? [] : [{ type: "context" } as const]),
    ...deadlineChanges(before, after),
  ];
}

/** What Askback itself asks about a call follows from the call. */
function callChanges({ approval: before }: Asked, { approval: after }: Asked): readonly InquiryChange[] {
  return isSame(before, after) ? [] : [{ type: "call" }];
}

function questionChanges(before: readonly Question[], after: readonly Question[]): readonly InquiryChange[] {
  const lacking = (questions: readonly Question[], { id }: Question) => questions.every((other) => other.id !== id);
  const kept = after.flatMap((question) => {
    const earlier = before.find(({ id }) => id === question.id);
    return earlier ? changesOfQuestion(earlier, question) : [];
  });
  return [
    ...kept,
    ...after
      .filter((question) => lacking(before, question))
      .map(({ text }) => ({ type: "question-added" as const, text })),
    ...before
      .filter((question) => lacking(after, question))
      .map(({ text }) => ({ type: "question-removed" as const, text })),
  ];
}

function changesOfQuestion(before: Question, after: Question): readonly InquiryChange[] {
  const labelsOf = ({ options }: Question) => options.map(({ label }) => label);
  const added = labelsOf(after).filter((label) => !labelsOf(before).includes(label));
  const removed = labelsOf(before).filter((label) => !labelsOf(after).includes(label));
  const changes: InquiryChange[] = [];
  if (before.text !== after.text) changes.push({ type: "question", before: before.text });
  if (added.length > 0) changes.push({ type: "options-added", labels: added });
  if (removed.length > 0) changes.push({ type: "options-removed", labels: removed });
  return changes.length > 0 || isSame(before, after) ? changes : [{ type: "details" }];
}

function deadlineChanges({ deadline: before }: Asked, { deadline: after }: Asked): readonly InquiryChange[] {
  if (before === after) return [];
  return [{ type: "deadline", ...(after !== undefined && { at: after }) }];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
