import { neutralise } from "@askback/core";
import type { Preview as Shown } from "@askback/core/wire";
import { useState } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { AgentText } from "./agent-text.tsx";
import { CodeBlock } from "./code-block.tsx";
import { firstLines, indentJson } from "./plain-text.ts";

/** The preview of an option, by its kind. */
export function Preview({
  preview: { kind, text, language },
  label,
}: {
  readonly preview: Shown;
  readonly label: string;
}) {
  switch (kind) {
    case "markdown":
      return (
        <div className="ask-preview-text">
          <AgentText text={text} />
        </div>
      );
    case "code":
      return <CodeBlock language={language} text={neutralise(text)} />;
    case "diff":
      return <DiffBlock label={label} text={neutralise(text)} />;
    case "json":
      return <CodeBlock language="json" text={neutralise(formatJson(text))} />;
  }
}

/** JSON on indented lines; other texts as they are. */
function formatJson(text: string): string {
  try {
    return indentJson(JSON.stringify(JSON.parse(text)));
  } catch {
    return text;
  }
}

/** A diff with its plus and minus signs, since colour must not be the only difference. */
function DiffBlock({ text, label }: { readonly text: string; readonly label: string }) {
  const t = useTranslation();
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
          {t("text.showAllLines", { count: shown.count })}
        </button>
      )}
    </figure>
  );
}

type DiffKind = "added" | "removed" | "place" | "same";

interface DiffLine {
  readonly kind: DiffKind;
  readonly text: string;
}

/** The lines of a unified diff with their kinds. */
export function diffLines(text: string): readonly DiffLine[] {
  return text.split("\n").map((line) => ({ kind: kindOf(line), text: line }));
}

function kindOf(line: string): DiffKind {
  if (/^(?:@@|diff |index |--- |\+\+\+ )/.test(line)) return "place";
  if (line.startsWith("+")) return "added";
  return line.startsWith("-") ? "removed" : "same";
}
