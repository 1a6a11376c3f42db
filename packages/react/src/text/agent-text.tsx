import { neutralise } from "@askback/core";
import { memo, Suspense } from "react";
import { lazily } from "./lazily.ts";

const Markdown = lazily(async () => (await import("./markdown.tsx")).Markdown, AsWritten);

export interface AgentTextProps {
  readonly text: string;
  readonly id?: string;
  /** In a label a link would be a control inside a control, so that only its words are shown there. */
  readonly links?: "open" | "words";
}

/** What an agent wrote, as a safe part of markdown; as it was written until the reader for that is loaded. */
export const AgentText = memo(function AgentText({ text, id, links = "open" }: AgentTextProps) {
  const safe = neutralise(text);
  const plain = <AsWritten text={safe} />;
  return (
    <div className="ask-text" dir="auto" id={id}>
      {hasMarkup(safe) ? (
        <Suspense fallback={plain}>
          <Markdown text={safe} links={links} />
        </Suspense>
      ) : (
        plain
      )}
    </div>
  );
});

function AsWritten({ text }: { readonly text: string }) {
  return <div className="ask-text-plain">{text}</div>;
}

/** Whether markdown could make anything else of a text than its letters. */
export function hasMarkup(text: string): boolean {
  return /[*_`~[\]<>|\\#]|&\w|^\s*(?:[-+=]|\d+[.)])|https?:|www\.|@/m.test(text);
}
