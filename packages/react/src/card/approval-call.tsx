import { type Json, visibleJson } from "@askback/core";
import type { Inquiry } from "@askback/core/wire";
import { useWords } from "../i18n/use-words.ts";
import { indentedJson } from "./indented-json.ts";

/** The exact call that runs if it is allowed. What would be invisible or reordered is written out. */
export function ApprovalCall({ approval: { tool, input } }: { readonly approval: NonNullable<Inquiry["approval"]> }) {
  const words = useWords();
  return (
    <div className="ask-call">
      <p className="ask-muted">{words("card.call")}</p>
      <dl dir="ltr">
        <dt>{words("card.callTool")}</dt>
        <dd>
          <code>{visibleJson(tool).slice(1, -1)}</code>
        </dd>
        <dt>{words("card.callInput")}</dt>
        <dd>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable */}
          <pre className="ask-pre" data-wrap tabIndex={0}>
            {indentedJson(visibleJson((input ?? null) as Json))}
          </pre>
        </dd>
      </dl>
    </div>
  );
}
