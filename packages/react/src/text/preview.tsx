import { neutralise } from "@askback/core";
import type { Preview as Shown } from "@askback/core/wire";
import { AgentText } from "./agent-text.tsx";
import { CodeBlock } from "./code-block.tsx";
import { DiffBlock } from "./diff-block.tsx";

/** What an option would lead to. */
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
      return <CodeBlock language="json" text={neutralise(indented(text))} />;
  }
}

/** JSON in lines where it is JSON, and as it came where not. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
