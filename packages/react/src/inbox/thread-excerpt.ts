import type { Block, Message } from "@askback/core/wire";
import { plainWords } from "../text/plain-words.ts";

const most = 6;

/** A message as the inbox shows it: who said what, in plain words, and which tools were used. */
export interface Excerpt {
  readonly id: string;
  readonly role: Message["role"];
  readonly by: string | undefined;
  readonly at: string;
  readonly parts: readonly ExcerptPart[];
}

export type ExcerptPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool"; readonly name: string };

/** The last messages before an inquiry; the inquiry itself is shown by its card. */
export function excerptOf(messages: readonly Message[], inquiryId: string): readonly Excerpt[] {
  const end = messages.findIndex(({ blocks }) => blocks.some((block) => isAsk(block, inquiryId)));
  const before = end === -1 ? messages : messages.slice(0, end + 1);
  return before
    .map(({ id, role, by, at, blocks }) => ({ id, role, by, at, parts: blocks.flatMap((b) => partOf(b, inquiryId)) }))
    .filter(({ parts }) => parts.length > 0)
    .slice(-most);
}

function isAsk(block: Block, inquiryId: string): boolean {
  return block.type === "action" && block.inquiry.id === inquiryId;
}

function partOf(block: Block, inquiryId: string): readonly ExcerptPart[] {
  switch (block.type) {
    case "text":
    case "error":
      return [{ type: "text", text: plainWords(block.text) }];
    case "tool":
      // What waits for leave, or did not get it, was not used.
      return block.result && block.result.status !== "not-run" ? [{ type: "tool", name: block.call.name }] : [];
    case "action":
      return isAsk(block, inquiryId) ? [] : [{ type: "text", text: plainWords(block.extra.questionText) }];
    case "reasoning":
      return [];
  }
}
