import { nameInWords } from "@askback/core";
import type { GatedCall, Inquiry, Question } from "@askback/core/wire";
import type { MessageId } from "../../i18n/catalogue.ts";
import type { Translate } from "../../i18n/use-translation.ts";
import { markdownToPlainText } from "../../text/plain-text.ts";

/** The options of an approval; the last is offered only where a permission can be remembered. */
export const approvalOptions = { allow: "o1", refuse: "o2", always: "o3" } as const;

const labels = new Map<string, MessageId>([
  [approvalOptions.allow, "approval.allow"],
  [approvalOptions.refuse, "approval.refuse"],
  [approvalOptions.always, "approval.allowAlways"],
]);

/** An inquiry in the reader's language where Askback itself asks; an agent's questions stay as they are. */
export function inReadersWords(inquiry: Inquiry, t: Translate): Inquiry {
  const { approval } = inquiry;
  if (!approval) return inquiry;
  const questions = inquiry.questions.map(
    ({ header: _, ...question }): Question => ({
      ...question,
      text: approvalTitle(approval, t),
      options: question.options.map(({ id, label }) => {
        const message = labels.get(id);
        return { id, label: message ? t(message) : label };
      }),
    }),
  );
  return { ...inquiry, questions };
}

/** The first question of an inquiry as one line of plain text in the reader's language. */
export function questionLine({ questions, approval }: Pick<Inquiry, "questions" | "approval">, t: Translate): string {
  return approval ? approvalTitle(approval, t) : markdownToPlainText(questions[0]?.text ?? "");
}

/** What would run on what; the exact name of the tool is in the exact call. */
function approvalTitle({ tool, presentation }: GatedCall, t: Translate): string {
  return presentation?.title ?? t("approval.title", { tool: nameInWords(tool) });
}
