import { useContext, useState } from "react";
import { useWords } from "../i18n/use-words.ts";
import { CopyButton } from "./copy-button.tsx";
import { firstLines } from "./first-lines.ts";
import { IsStreaming } from "./is-streaming.ts";
import { useHighlighted } from "./use-highlighted.ts";

interface CodeBlockProps {
  readonly text: string;
  readonly language?: string | undefined;
}

/** Code that can be read whole, wrapped and copied; coloured when it is whole and the colours are loaded. */
export function CodeBlock({ text, language }: CodeBlockProps) {
  const words = useWords();
  const [isWrapped, setWrapped] = useState(true);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? { text, hidden: 0, count: 0 } : firstLines(text);
  const isStreaming = useContext(IsStreaming);
  const lines = useHighlighted(shown.text, isStreaming ? undefined : language);
  return (
    <figure className="ask-code">
      <figcaption className="ask-code-bar">
        <span dir="ltr">{language ?? words("text.code")}</span>
        <button aria-pressed={isWrapped} className="ask-quiet" onClick={() => setWrapped(!isWrapped)} type="button">
          {words("text.wrap")}
        </button>
        <CopyButton text={text} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable */}
      <pre className="ask-pre" data-wrap={isWrapped} dir="ltr" tabIndex={0}>
        <code>
          {lines
            ? lines.map((tokens, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text have no other name
                <span className="ask-line" key={row}>
                  {tokens.map(({ content, kind }, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: nor have the words of a line
                    <span data-kind={kind} key={column}>
                      {content}
                    </span>
                  ))}
                  {"\n"}
                </span>
              ))
            : shown.text}
        </code>
      </pre>
      {shown.hidden > 0 && (
        <button className="ask-quiet ask-more" onClick={() => setWhole(true)} type="button">
          {words("text.showAllLines", { count: shown.count })}
        </button>
      )}
    </figure>
  );
}
