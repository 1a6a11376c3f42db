import { neutralise } from "@askback/core";
import { memo } from "react";
import { AsWritten, hasMarkup, SafeMarkdown } from "./safe-markdown.tsx";

export interface AgentTextProps {
  readonly text: string;
  readonly id?: string;
  /** In a label a link would be a control inside a control, so that only its words are shown there. */
  readonly links?: "open" | "words";
}

/** What an agent wrote, as a safe part of markdown. */
export const AgentText = memo(function AgentText({ text, id, links = "open" }: AgentTextProps) {
  const safe = neutralise(text);
  return (
    <div className="ask-text" dir="auto" id={id}>
      {hasMarkup(safe) ? <SafeMarkdown text={safe} links={links} /> : <AsWritten text={safe} />}
    </div>
  );
});
