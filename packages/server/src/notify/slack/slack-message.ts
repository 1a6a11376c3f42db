import { answerText, type InquiryRecord } from "@askback/core";
import type { Delivery } from "../deliver/channel.ts";
import { truncateText } from "../truncate-text.ts";
import { slackForm } from "./slack-form.ts";
import { excerptBlocks, headBlocks, questionText } from "./slack-question.ts";
import { type Block, contextLine, escaped, link, plain, sections, slackLimits, timeMarkup } from "./slack-text.ts";

/** What is posted: blocks, and the text that a notification of Slack shows. */
export interface SlackMessage {
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** What the buttons of a message do; after `pick` comes the id of the option. */
export const messageActions = { pick: "pick.", dialog: "dialog", page: "page" } as const;

const maxNoticeLength = 300;

/** The message of one notification; `answerUrl` is where its reader answers what is not answered in Slack. */
export function askMessage(delivery: Delivery, answerUrl: string, isCut = false): SlackMessage {
  const { notification, inquiry, agreements, why, unsubscribeUrl, pageUrl } = delivery;
  const isExcerpt = isCut || (inquiry !== undefined && isLong(inquiry));
  return {
    text: noticeText(`${notification.title}: ${notification.message}`),
    blocks: [
      contextLine(escaped(notification.title)),
      ...(inquiry
        ? inquiryBlocks(inquiry, isExcerpt)
        : sections(truncateText(notification.message, slackLimits.section))),
      ...(agreements === undefined ? [] : sections(truncateText(agreements, slackLimits.section))),
      ...(inquiry ? [{ type: "actions", elements: buttonsOf(inquiry, delivery.id, answerUrl, isExcerpt) }] : []),
      contextLine(
        [escaped(why), link(pageUrl, "Open in Askback"), link(unsubscribeUrl, "Stop these messages")].join(" · "),
      ),
    ],
  };
}

/** What replaces it when it is settled: the question without buttons, and how it ended. */
export function settledMessage({ notification, inquiry, pageUrl }: Delivery, ending: string): SlackMessage {
  const text = inquiry ? inquiry.questions.map((question) => question.text).join("\n") : notification.message;
  const at = notification.settledAt === undefined ? [] : [timeMarkup(notification.settledAt)];
  return {
    text: noticeText(`${ending} – ${notification.message}`),
    blocks: [
      contextLine(escaped(notification.title)),
      ...sections(truncateText(text, slackLimits.section)),
      ...sections(truncateText(ending, slackLimits.section)),
      contextLine([...at, link(pageUrl, "Open in Askback")].join(" · ")),
    ],
  };
}

/** A message of ours, such as that a channel works. */
export function plainMessage(words: string): SlackMessage {
  return { text: noticeText(words), blocks: sections(words) };
}

/** Whether all of it is more than Slack takes in one message. */
function isLong(inquiry: InquiryRecord): boolean {
  return JSON.stringify(wholeBlocks(inquiry)).length > slackLimits.message;
}

function inquiryBlocks(inquiry: InquiryRecord, isExcerpt: boolean): readonly Block[] {
  return isExcerpt || slackForm(inquiry).type === "page" ? excerptBlocks(inquiry) : wholeBlocks(inquiry);
}

function wholeBlocks(inquiry: InquiryRecord): readonly Block[] {
  return [...headBlocks(inquiry), ...inquiry.questions.flatMap((question) => sections(questionText(question)))];
}

function buttonsOf(
  inquiry: InquiryRecord,
  deliveryId: string,
  answerUrl: string,
  isExcerpt: boolean,
): readonly Block[] {
  const value = referenceOf(deliveryId, inquiry.revision);
  const button = (action: string, label: string, rest: Block = { value }) => ({
    type: "button",
    action_id: action,
    text: plain(label, slackLimits.label),
    ...rest,
  });
  const form = slackForm(inquiry);
  switch (form.type) {
    case "buttons":
      // Nobody answers by one press what the message shows in part; the dialog shows all of it.
      if (isExcerpt) return [button(messageActions.dialog, "Answer…")];
      return [
        ...form.tap.options.map(({ id, label }) => button(`${messageActions.pick}${id}`, label)),
        button(messageActions.dialog, "Another answer…"),
      ];
    case "dialog":
      return [button(messageActions.dialog, "Answer…")];
    case "page":
      return [button(messageActions.page, "Answer in Askback", { url: answerUrl, style: "primary" })];
  }
}

/** What a button or a dialog says of itself: the delivery that it belongs to, and the revision that its reader sees. */
export function referenceOf(deliveryId: string, revision: number): string {
  return `${deliveryId}.${revision}`;
}

export function readReference(reference: string): { readonly deliveryId: string; readonly revision: number } {
  const at = reference.lastIndexOf(".");
  return { deliveryId: reference.slice(0, at), revision: Number(reference.slice(at + 1)) };
}

/** Who ended an inquiry, or holds the answer that will. */
export function endedBy({ resolution, held }: InquiryRecord): string | undefined {
  const ending = resolution ?? held?.resolution;
  return ending && "by" in ending ? ending.by : undefined;
}

/** How an inquiry ended, as everybody is told; a held answer may be taken back, so its words are not shown. */
export function endingText(inquiry: InquiryRecord, by = "somebody"): string {
  const { resolution, held, questions } = inquiry;
  if (!resolution) return held ? `Answered by ${by}` : "No answer is needed any more";
  switch (resolution.type) {
    case "answered": {
      const isSecret = questions.some(({ secret }) => secret);
      return isSecret ? `Answered by ${by}` : `Answered by ${by}: ${answerText(inquiry, resolution, ", ")}`;
    }
    case "answered-in-chat":
      return `Answered in the chat by ${by}`;
    case "delegated":
      return `Left to the agent by ${by}`;
    case "declined":
      return `Declined by ${by}`;
    case "dismissed":
      return `Set aside by ${by}`;
    case "expired":
      return "Expired: nobody answered in time";
    case "superseded":
      return "Replaced by a newer question";
    case "withdrawn":
      return "Withdrawn: no answer is needed any more";
  }
}

function noticeText(text: string): string {
  return escaped(truncateText(text, maxNoticeLength));
}
