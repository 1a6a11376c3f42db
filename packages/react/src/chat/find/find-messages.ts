import type { Block, Message } from "@askback/core/wire";
import { folded } from "../../text/folded.ts";
import { markdownToPlainText } from "../../text/plain-text.ts";

/** The ids of the messages that contain a text, oldest first; neither case nor accents count. */
export function findMessages(messages: readonly Message[], query: string): readonly string[] {
  const wanted = folded(query.trim());
  if (wanted === "") return [];
  return messages
    .filter(({ blocks }) => blocks.flatMap(textsOf).some((text) => folded(text).includes(wanted)))
    .map(({ id }) => id);
}

/** What a reader sees of a block, and the text as it was written. */
function textsOf(block: Block): readonly string[] {
  switch (block.type) {
    case "text":
      return [block.text, markdownToPlainText(block.text)];
    case "action": {
      const { inquiry, extra } = block;
      const questions = inquiry.questions.flatMap(({ text, options }) => [
        text,
        ...options.flatMap(({ label, description = "" }) => [label, description]),
      ]);
      return [...questions, inquiry.context ?? "", extra.answerText ?? ""];
    }
    case "error":
      return [block.text];
    default:
      return [];
  }
}
