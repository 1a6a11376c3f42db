import { neutralise } from "@askback/core";
import { memo } from "react";
import { SourceOnError, UnformattedText } from "./source-on-error.tsx";
import { IsStreaming, joinedParts, streamedParts, useEachFrame } from "./streaming.ts";
import { useMarkdown } from "./use-markdown.ts";

interface AgentTextProps {
  readonly text: string;
  readonly id?: string;
  /** `text` inside a label, where a link would be a control in a control. */
  readonly links?: "open" | "text";
}

/** A text of an agent, as a safe subset of markdown. */
export const AgentText = memo(function AgentText({ text, id, links = "open" }: AgentTextProps) {
  const safe = neutralise(text);
  return (
    <div className="ask-text" dir="auto" id={id}>
      {hasMarkup(safe) ? <SafeMarkdown text={safe} links={links} /> : <UnformattedText text={safe} />}
    </div>
  );
});

interface SafeMarkdownProps {
  readonly text: string;
  readonly links: "open" | "text";
}

/** A text as markdown; unformatted until the parser is loaded, or if it cannot be, as offline. */
const SafeMarkdown = memo(function SafeMarkdown({ text, links }: SafeMarkdownProps) {
  const { Markdown } = useMarkdown();
  if (!Markdown) return <UnformattedText text={text} />;
  return (
    <SourceOnError source={text}>
      <Markdown text={text} links={links} />
    </SourceOnError>
  );
});

/** Whether a text may contain markdown. */
export function hasMarkup(text: string): boolean {
  return /[*_`~[\]<>|\\#]|&\w|^[^\S\n]*(?:[-+=]|\d+[.)])|https?:|www\.|@/m.test(text);
}

/** A label or header of an agent: no markup, and no characters that hide or reorder text. */
export function PlainText({ text, id }: { readonly text: string; readonly id?: string }) {
  return (
    <span className="ask-plain" dir="auto" id={id}>
      {neutralise(text)}
    </span>
  );
}

/** Smaller parts are parsed together, so that a text of many lines is not as many components. */
const smallPart = 500;

/** What an agent is writing, formatted as `AgentText` does. Only its last part is parsed again as it grows. */
export function StreamedText({ text }: { readonly text: string }) {
  const safe = neutralise(useEachFrame(text));
  return (
    <IsStreaming value={true}>
      <div className="ask-text" dir="auto">
        {hasMarkup(safe) ? (
          joinedParts(streamedParts(safe), smallPart).map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts are only added, and have no other name
            <SafeMarkdown key={index} text={part} links="open" />
          ))
        ) : (
          <UnformattedText text={safe} />
        )}
      </div>
    </IsStreaming>
  );
}
