import type { Inquiry } from "@askback/core/wire";
import { useTranslation } from "../../i18n/use-translation.ts";
import { questionLine } from "./approval-words.ts";

/** Gives the first question of an inquiry as one line of plain text in the reader's language. */
export function useQuestionLine(): (inquiry: Pick<Inquiry, "questions" | "approval">) => string {
  const t = useTranslation();
  return (inquiry) => questionLine(inquiry, t);
}
