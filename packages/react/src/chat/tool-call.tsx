import type { Block } from "@askback/core/wire";
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
        <code dir="ltr">{call.name}</code>
        <span className="ask-tool-state">{words(`tool.${state}`)}</span>
      </summary>
      <dl>
        <dt>{words("tool.input")}</dt>
        <dd>
          {call.unreadable !== undefined && (
            <p className="ask-alert">{words("tool.unreadable", { problem: isolated(call.unreadable) })}</p>
          )}
          <pre dir="ltr">{shown(call.input)}</pre>
        </dd>
        {result && (
          <>
            <dt>{words("tool.result")}</dt>
            <dd>
              <pre dir="auto">{result.text}</pre>
            </dd>
          </>
        )}
      </dl>
    </details>
  );
}

function shown(input: unknown): string {
  return typeof input === "string" ? input : (JSON.stringify(input, undefined, 2) ?? "");
}
