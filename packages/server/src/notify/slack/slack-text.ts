import { neutralise } from "@askback/core";
import { truncateText } from "../truncate-text.ts";

/** What Slack takes, in characters and pieces; see the reference of Block Kit. */
export const slackLimits = {
  section: 3_000,
  preformatted: 2_900,
  /** The label of an option or a button. */
  label: 75,
  options: 10,
  blocks: 50,
  input: 3_000,
  /** Of all sections of one message; more of it is read in the app. */
  message: 12_000,
} as const;

export type Block = Readonly<Record<string, unknown>>;

/** Agents' words as Slack's markup shows them: nobody is mentioned by them, and no link has another text than its address. */
export function escaped(text: string): string {
  return neutralise(text).replace(/[&<>]/g, (character) => entities[character as keyof typeof entities]);
}

const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;" } as const;

/** Markup of our own, with the words of others escaped in it; Slack makes nothing of bare addresses and names in it. */
export function section(markup: string): Block {
  return { type: "section", text: { type: "mrkdwn", text: markup, verbatim: true } };
}

/** Words of others, in as many sections as they need. */
export function sections(text: string): readonly Block[] {
  return pieces(text, slackLimits.section).map(section);
}

/** Words of others as small text. */
export function contextLine(...markups: readonly string[]): Block {
  return { type: "context", elements: markups.map((text) => ({ type: "mrkdwn", text, verbatim: true })) };
}

/** The exact text of a call, in which nothing is markup. */
export function preformatted(text: string): Block {
  return {
    type: "rich_text",
    elements: [{ type: "rich_text_preformatted", elements: [{ type: "text", text }] }],
  };
}

/** Plain text has no markup and mentions nobody; a longer one is cut. */
export function plain(text: string, max: number) {
  return { type: "plain_text", text: truncateText(neutralise(text), max), emoji: false } as const;
}

/** A link with words of ours. */
export function link(url: string, words: string): string {
  return `<${url.replace(/[<>|]/g, encodeURIComponent)}|${escaped(words)}>`;
}

/** A time that Slack shows by the clock of whoever reads it. */
export function timeMarkup(at: number): string {
  return `<!date^${Math.floor(at / 1000)}^{date_short_pretty} {time}|${new Date(at).toISOString()}>`;
}

/** Escaped text in pieces that are not longer than this, each with whole characters. */
function pieces(text: string, max: number): readonly string[] {
  const found: string[] = [];
  let piece = "";
  for (const character of neutralise(text)) {
    const next = escaped(character);
    if (piece.length + next.length > max) {
      found.push(piece);
      piece = "";
    }
    piece += next;
  }
  // Slack takes no section without text.
  return [...found, piece].filter((one) => one.trim() !== "");
}
