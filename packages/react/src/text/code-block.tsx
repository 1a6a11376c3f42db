import { useContext, useEffect, useState } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import type { Token } from "./highlight.ts";
import { firstLines } from "./plain-text.ts";
import { IsStreaming } from "./streaming.ts";

interface CodeBlockProps {
  readonly text: string;
  readonly language?: string | undefined;
}

/** Code that can be expanded, wrapped and copied; highlighted once it is complete and the highlighter is loaded. */
export function CodeBlock({ text, language }: CodeBlockProps) {
  const t = useTranslation();
  const [isWrapped, setWrapped] = useState(true);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? { text, hidden: 0, count: 0 } : firstLines(text);
  const isStreaming = useContext(IsStreaming);
  const lines = useHighlighted(shown.text, isStreaming ? undefined : language);
  return (
    <figure className="ask-code">
      <figcaption className="ask-code-bar">
        <span dir="ltr">{language ?? t("text.code")}</span>
        <button aria-pressed={isWrapped} className="ask-quiet" onClick={() => setWrapped(!isWrapped)} type="button">
          {t("text.wrap")}
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
          {t("text.showAllLines", { count: shown.count })}
        </button>
      )}
    </figure>
  );
}

type Lines = readonly (readonly Token[])[];

/** The tokens of a text by line; undefined until they are loaded, or if the language is unknown. */
function useHighlighted(text: string, language: string | undefined): Lines | undefined {
  const [highlighted, setHighlighted] = useState<{ readonly text: string; readonly lines: Lines }>();
  useEffect(() => {
    if (language === undefined) return;
    const asked = { isCurrent: true };
    const load = async () => {
      const { highlight } = await import("./highlight.ts");
      const lines = await highlight(text, language);
      if (asked.isCurrent && lines) setHighlighted({ text, lines });
    };
    // Without highlighting the text is as readable.
    load().catch(() => undefined);
    return () => {
      asked.isCurrent = false;
    };
  }, [text, language]);
  return highlighted?.text === text ? highlighted.lines : undefined;
}
