import type { InquiryRecord } from "@askback/core";
import { type OneTapAnswer, oneTapAnswer } from "../deliver/one-tap.ts";
import { dialogBlocks, hasOwnWordsOption } from "./slack-dialog.ts";
import { callText } from "./slack-question.ts";
import { slackLimits } from "./slack-text.ts";

/** How an inquiry is answered in Slack: by a button for each option, in a dialog, or only on a page. */
export type SlackForm =
  | { readonly type: "buttons"; readonly tap: OneTapAnswer }
  | { readonly type: "dialog" }
  | { readonly type: "page" };

/** As many as a row of buttons shows at once, and as one tap answers in the app. */
const maxButtons = 6;

/** The safest way that fits. What people could not see as a whole in Slack they do not answer there. */
export function slackForm(record: InquiryRecord): SlackForm {
  const { questions, quorum } = record;
  // A secret would be stored by Slack, and the page shows who of several has agreed.
  if (quorum || questions.some(({ secret }) => secret)) return { type: "page" };
  if (callText(record).length > slackLimits.preformatted) return { type: "page" };
  if (questions.some(({ options }) => options.some(({ label }) => label.length > slackLimits.label)))
    return { type: "page" };
  // A message has fewer blocks than the dialog, so it shows all of a question that the dialog could show.
  if (!fitsDialog(record)) return { type: "page" };
  const tap = oneTapAnswer(record, maxButtons);
  return tap ? { type: "buttons", tap } : { type: "dialog" };
}

/** A dialog that was given back has one block more than a new one. */
function fitsDialog(record: InquiryRecord): boolean {
  const areFew = record.questions.every(
    (question) => question.options.length + (hasOwnWordsOption(question) ? 1 : 0) <= slackLimits.options,
  );
  return areFew && dialogBlocks({ record, reference: "", pageUrl: "", wrong: "-" }).length <= slackLimits.blocks;
}
