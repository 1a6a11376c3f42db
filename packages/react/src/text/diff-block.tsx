import { useState } from "react";
import { useWords } from "../i18n/use-words.ts";
import { CopyButton } from "./copy-button.tsx";
import { diffLines } from "./diff-lines.ts";
import { firstLines } from "./first-lines.ts";

/** A difference between two texts: its signs stay, so that colour is not the only sign. */
export function DiffBlock({ text, label }: { readonly text: string; readonly label: string }) {
  const words = useWords();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? { text, hidden: 0, count: 0 } : firstLines(text);
  return (
    <figure className="ask-code">
      <figcaption className="ask-code-bar">
        <span>{label}</span>
        <CopyButton text={text} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable */}
      <pre className="ask-pre" data-wrap dir="ltr" tabIndex={0}>
        {diffLines(shown.text).map(({ kind, text: line }, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text have no other name
          <span className="ask-line" data-diff={kind} key={row}>
            {`${line}\n`}
          </span>
        ))}
      </pre>
      {shown.hidden > 0 && (
        <button className="ask-quiet ask-more" onClick={() => setWhole(true)} type="button">
          {words("text.showAllLines", { count: shown.count })}
        </button>
      )}
    </figure>
  );
}
