import { type InquiryRecord, type Question, visibleJson } from "@askback/core";
import { truncateText } from "../truncate-text.ts";
import { type Block, contextLine, preformatted, sections, slackLimits, timeMarkup } from "./slack-text.ts";

/** What an inquiry says, without the ways to answer it: its context, the exact call of an approval, and its deadline. */
export function headBlocks(
  inquiry: InquiryRecord,
  shown: (text: string) => readonly Block[] = sections,
): readonly Block[] {
  const { context, deadline } = inquiry;
  const call = callText(inquiry);
  return [
    ...(context === undefined ? [] : shown(context)),
    // A longer one is not shown in part, which could hide what matters; its page has it.
    ...(call !== "" && call.length <= slackLimits.preformatted ? [preformatted(call)] : []),
    ...(deadline === undefined ? [] : [contextLine(`Until ${timeMarkup(deadline)}`)]),
  ];
}

/** A question with its options as a numbered list. */
export function questionText({ text, options, multiSelect }: Question): string {
  const listed = options.map(
    ({ label, description }, index) => `${index + 1}. ${label}${description === undefined ? "" : ` – ${description}`}`,
  );
  return [text, ...(multiSelect ? ["(one or more)"] : []), ...listed].join("\n");
}

/** The exact call of an approval; nothing where there is none. */
export function callText({ approval }: InquiryRecord): string {
  return approval ? `${approval.tool} ${visibleJson(approval.input)}` : "";
}

/** The beginning of an inquiry that does not fit. */
export function excerptBlocks(inquiry: InquiryRecord): readonly Block[] {
  const excerpt = (text: string) => sections(truncateText(text, maxExcerptLength));
  const { questions } = inquiry;
  return [
    ...headBlocks(inquiry, excerpt),
    ...questions.slice(0, maxInExcerpt).flatMap((question) => excerpt(questionText(question))),
    ...(questions.length > maxInExcerpt ? [contextLine(`and ${questions.length - maxInExcerpt} more`)] : []),
  ];
}

const maxExcerptLength = 1_000;
const maxInExcerpt = 5;
