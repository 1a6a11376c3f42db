import { neutralise } from "@askback/core";
import { IsStreaming } from "./is-streaming.ts";
import { AsWritten, hasMarkup, SafeMarkdown } from "./safe-markdown.tsx";
import { streamedParts } from "./streamed-parts.ts";
import { useEachFrame } from "./use-each-frame.ts";

/** What an agent is writing, as `AgentText` shows it when it is whole. Only what is not finished is read again as it grows. */
export function StreamedText({ text }: { readonly text: string }) {
  const safe = neutralise(useEachFrame(text));
  return (
    <IsStreaming value={true}>
      <div className="ask-text" dir="auto">
        {hasMarkup(safe) ? (
          streamedParts(safe).map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts are only added, and have no other name
            <SafeMarkdown key={index} text={part} links="open" />
          ))
        ) : (
          <AsWritten text={safe} />
        )}
      </div>
    </IsStreaming>
  );
}
