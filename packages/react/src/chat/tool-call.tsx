import { type Json, neutralise, visibleJson } from "@askback/core";
import type { Block } from "@askback/core/wire";
import { indentedJson } from "../card/indented-json.ts";
import { useWords } from "../i18n/use-words.ts";
import { isolated } from "../text/isolated.ts";

interface ToolCallProps {
  readonly block: Extract<Block, { type: "tool" }>;
  /** Somebody is asked whether it may run. */
  readonly isAwaited: boolean;
}

/** A call of a tool, folded to its name and how it went. */
export function ToolCall({ block: { call, result }, isAwaited }: ToolCallProps) {
  const words = useWords();
  const state = result?.status ?? (isAwaited ? "awaited" : "running");
  return (
    <details className="ask-tool ask-fold" data-status={state}>
      <summary>
        <code dir="ltr">{neutralise(call.name)}</code>
        <span className="ask-tool-state">{words(`tool.${state}`)}</span>
      </summary>
      <dl>
        <dt>{words("tool.input")}</dt>
        <dd>
          {call.unreadable !== undefined && (
            <p className="ask-alert">{words("tool.unreadable", { problem: isolated(call.unreadable) })}</p>
          )}
          <pre dir="ltr">{indentedJson(visibleJson((call.input ?? null) as Json))}</pre>
        </dd>
        {result && (
          <>
            <dt>{words("tool.result")}</dt>
            <dd>
              <pre dir="auto">{neutralise(result.text)}</pre>
            </dd>
          </>
        )}
      </dl>
    </details>
  );
}
