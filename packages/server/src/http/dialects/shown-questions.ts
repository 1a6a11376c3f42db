import { type Inquiry, type Question, visibleJson } from "@askback/core";

/** The questions as a dialect shows them: an approval has the exact call beside the option that allows it. */
export function shownQuestions({ questions, approval }: Pick<Inquiry, "questions" | "approval">): readonly Question[] {
  if (!approval) return questions;
  const call = `Runs exactly this: ${approval.tool} ${visibleJson(approval.input)}`;
  return questions.map(({ options: [allow, ...others], ...question }) => ({
    ...question,
    options: allow ? [{ ...allow, description: call }, ...others] : others,
  }));
}
