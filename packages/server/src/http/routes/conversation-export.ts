import { type Conversation, conversationToMarkdown, type exportFormats } from "@askback/core";
import type * as wire from "@askback/core/wire";
import { messageView, toIsoTime } from "../views.ts";
import type { TranscriptStore } from "./transcript-page.ts";
import { wholeTranscript } from "./whole-transcript.ts";

interface Exported {
  readonly conversation: Conversation;
  /** The conversation as the API shows it. */
  readonly shown: wire.Conversation;
  /** The title of its agent. */
  readonly agent: string;
}

/** The texts of which a file with a whole conversation consists. */
export async function exportTexts(
  store: TranscriptStore,
  { conversation, shown, agent }: Exported,
  format: (typeof exportFormats)[number],
): Promise<readonly string[]> {
  if (format === "json") {
    const head = indent(JSON.stringify(shown, undefined, 2), "  ");
    const pages = await wholeTranscript(store, conversation, (messages) =>
      messages.map((one) => `\n    ${indent(JSON.stringify(messageView(one), undefined, 2), "    ")}`).join(","),
    );
    return [`{\n  "conversation": ${head},\n  "messages": [`, ...joined(pages), "\n  ]\n}"];
  }
  const names = { agent, time: toIsoTime };
  const end = "\n";
  const head = conversationToMarkdown(conversation, [], names).slice(0, -end.length);
  const pages = await wholeTranscript(store, conversation, (messages) =>
    conversationToMarkdown(conversation, messages, names).slice(head.length, -end.length),
  );
  return [head, ...pages, end];
}

/** The pages of a list of JSON, with what is between two of them. */
export function joined(pages: readonly string[]): readonly string[] {
  return pages.map((page, index) => (index === 0 ? page : `,${page}`));
}

/** JSON has no line break inside of a value. */
function indent(json: string, by: string): string {
  return json.replaceAll("\n", `\n${by}`);
}
