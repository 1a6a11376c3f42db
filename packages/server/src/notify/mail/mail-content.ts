import type { InquiryRecord, Notification } from "@askback/core";
import { visibleJson } from "@askback/core";
import type { Delivery, Digest } from "../deliver/channel.ts";
import { truncateText } from "../truncate-text.ts";

export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What a mail shows, before it is written as text and as HTML. Everything in it may be an agent's words, and is escaped. */
interface Shown {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly items: readonly { readonly label: string; readonly note?: string; readonly url?: string }[];
  /** The exact input of a call that waits for approval. */
  readonly code?: string;
  /** Who has agreed, and who is missing. */
  readonly state?: string;
  readonly action?: { readonly label: string; readonly url: string };
  readonly links: readonly { readonly label: string; readonly url: string }[];
  readonly footer: string;
}

const maxExcerptLength = 300;

/** The mail of one notification; `answerUrl` is the link by which its reader answers. */
export function deliveryMail(delivery: Delivery, answerUrl: string | undefined): MailContent {
  const { notification, inquiry, agreements, pageUrl, why, unsubscribeUrl } = delivery;
  const open = { label: "Open in Askback", url: pageUrl };
  return written(notification.title, {
    heading: notification.title,
    ...(inquiry ? inquiryParts(inquiry) : { paragraphs: [notification.message], items: [] }),
    ...(agreements !== undefined && { state: agreements }),
    ...(answerUrl === undefined ? { action: open } : { action: { label: "Answer", url: answerUrl } }),
    links: [...(answerUrl === undefined ? [] : [open]), { label: "Stop these mails", url: unsubscribeUrl }],
    footer: why,
  });
}

function inquiryParts({ context, questions, approval }: InquiryRecord) {
  return {
    paragraphs: [...(context === undefined ? [] : [context]), ...questions.map(({ text }) => text)],
    items: questions.flatMap(({ options }) =>
      options.map(({ label, description }) => ({ label, ...(description !== undefined && { note: description }) })),
    ),
    ...(approval && { code: `${approval.tool} ${visibleJson(approval.input)}` }),
  };
}

/** One mail of all that waits. */
export function digestMail({ notifications, why, unsubscribeUrl }: Digest): MailContent {
  const subject = notifications.length === 1 ? "1 thing waits for you" : `${notifications.length} things wait for you`;
  return written(subject, {
    heading: subject,
    paragraphs: [],
    items: notifications.map(({ title, message, pageUrl }) => ({
      label: title,
      note: truncateText(message, maxExcerptLength),
      url: pageUrl,
    })),
    links: [{ label: "Stop these mails", url: unsubscribeUrl }],
    footer: why,
  });
}

export function testMail(project: string): MailContent {
  const subject = "Mail from Askback reaches you";
  const paragraphs = [`You asked for this mail to see that questions of the project ${project} reach you here.`];
  return written(subject, { heading: subject, paragraphs, items: [], links: [], footer: "" });
}

export function signInMail(name: string, url: string): MailContent {
  const subject = "Sign in to Askback";
  const paragraphs = [`You sign in as ${name}. The link works once, within an hour.`];
  const footer = "If you did not ask for this link, ignore it: nobody else has it.";
  return written(subject, {
    heading: subject,
    paragraphs,
    items: [],
    action: { label: "Sign in", url },
    links: [],
    footer,
  });
}

/** The thread in which all mails of a conversation are. */
export function threadOf({ conversationId }: Pick<Notification, "conversationId">, domain: string): string {
  return `<${conversationId}@${domain}>`;
}

function written(subject: string, shown: Shown): MailContent {
  return { subject, text: asText(shown), html: asHtml(shown) };
}

function asText({ heading, paragraphs, items, code, state, action, links, footer }: Shown): string {
  const parts = [
    heading,
    ...paragraphs,
    ...(code === undefined ? [] : [code]),
    ...(items.length === 0
      ? []
      : [
          items
            .map(({ label, note, url }) => `- ${[label, note, url].filter((part) => part !== undefined).join("\n  ")}`)
            .join("\n"),
        ]),
    ...(state === undefined ? [] : [state]),
    ...(action ? [`${action.label}: ${action.url}`] : []),
    "-- ",
    ...[footer, ...links.map(({ label, url }) => `${label}: ${url}`)].filter((line) => line !== ""),
  ];
  return `${parts.join("\n\n")}\n`;
}

const font = "font:15px/24px Inter,system-ui,-apple-system,sans-serif";

/** Styles are written on the elements, since readers of mail drop the others. */
function asHtml({ heading, paragraphs, items, code, state, action, links, footer }: Shown): string {
  const link = (url: string, label: string, style: string) =>
    `<a href="${escaped(url)}" style="${style}">${escaped(label)}</a>`;
  const quiet = "color:#5f6675;font-size:13px;line-height:20px";
  return [
    `<!doctype html><html lang="en"><body style="margin:0;background:#f7f7f8"><div style="max-width:36rem;margin:0 auto;padding:24px 16px">`,
    `<div style="background:#fff;border:1px solid #e6e8ec;border-radius:12px;padding:24px;color:#16181d;${font}">`,
    `<p style="margin:0 0 12px;${quiet}">${escaped(heading)}</p>`,
    ...paragraphs.map((text) => `<p style="margin:0 0 12px;white-space:pre-wrap">${escaped(text)}</p>`),
    ...(code === undefined
      ? []
      : [
          `<pre style="margin:0 0 12px;padding:12px;background:#f7f7f8;border-radius:8px;white-space:pre-wrap;font:13px/20px ui-monospace,monospace">${escaped(code)}</pre>`,
        ]),
    ...items.map(
      ({ label, note, url }) =>
        `<div style="margin:0 0 8px;padding:8px 12px;border:1px solid #e6e8ec;border-radius:8px">${
          url === undefined ? escaped(label) : link(url, label, "color:#3056d3")
        }${note === undefined ? "" : `<div style="${quiet};white-space:pre-wrap">${escaped(note)}</div>`}</div>`,
    ),
    ...(state === undefined ? [] : [`<p style="margin:12px 0 0">${escaped(state)}</p>`]),
    ...(action
      ? [
          `<p style="margin:16px 0 0">${link(action.url, action.label, "display:inline-block;padding:8px 20px;border-radius:8px;background:#16181d;color:#fff;text-decoration:none")}</p>`,
        ]
      : []),
    `</div><p style="${quiet};${font};margin:16px 0 0">${escaped(footer)} ${links
      .map(({ label, url }) => link(url, label, "color:#5f6675"))
      .join(" · ")}</p></div></body></html>`,
  ].join("");
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
