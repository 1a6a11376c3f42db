import { type Json, neutralise, readableName, visibleJson } from "@askback/core";
import type { Block, Message } from "@askback/core/wire";
import { isResolved } from "../../data/live/inquiry-recency.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { AgentText } from "../../text/agent-text.tsx";
import { withBreaks } from "../../text/long-words.tsx";
import { indentJson } from "../../text/plain-text.ts";
import { bidiIsolate, Sentence } from "../../text/sentence.tsx";
import { QuestionBlockView } from "./question-block.tsx";

interface BlockViewProps {
  readonly block: Block;
  /** The message of the block. */
  readonly message: Message;
  readonly onOpen: ((conversationId: string) => void) | undefined;
}

/** One block of an agent's message. */
export function BlockView({ block, message, onOpen }: BlockViewProps) {
  const t = useTranslation();
  switch (block.type) {
    case "text":
      return <AgentText text={block.text} />;
    case "reasoning":
      return (
        <details className="ask-reasoning ask-fold">
          <summary>{t("chat.reasoning")}</summary>
          <p dir="auto">{withBreaks(neutralise(block.text))}</p>
        </details>
      );
    case "tool":
      // The card shows the call until somebody has decided.
      return isAwaitingApproval(message, block) ? null : <ToolCall block={block} />;
    case "error":
      return (
        <div className="ask-block-error">
          <strong>{t("chat.error")}</strong>
          <p dir="auto">{withBreaks(neutralise(block.text))}</p>
        </div>
      );
    case "action":
      return block.action_type === "question_request" ? (
        <QuestionBlockView block={block} onOpen={onOpen} />
      ) : (
        <UnknownBlock block={block} />
      );
    // A newer server may send types that this version does not know.
    default:
      return <UnknownBlock block={block} />;
  }
}

type ToolBlock = Extract<Block, { type: "tool" }>;

/** Whether a message asks for permission to make a call, and nobody has decided yet. */
function isAwaitingApproval({ blocks }: Message, { call, result }: ToolBlock): boolean {
  if (result) return false;
  return blocks.some(
    (block) => block.type === "action" && block.inquiry.approval?.tool === call.name && !isResolved(block.inquiry),
  );
}

/** A tool call, folded to its name and state. */
function ToolCall({ block: { call, result } }: { readonly block: ToolBlock }) {
  const t = useTranslation();
  const state = result?.status ?? "running";
  return (
    <details className="ask-tool ask-fold" data-status={state}>
      <summary>
        <span className="ask-tool-name" dir="auto">
          {readableName(call.name)}
        </span>
        <span className="ask-tool-state">{t(`tool.${state}`)}</span>
      </summary>
      <dl>
        <dt>{t("tool.name")}</dt>
        <dd>
          <code dir="ltr">{neutralise(call.name)}</code>
        </dd>
        {result?.allowedBy !== undefined && (
          <dd className="ask-muted">
            <Sentence id="approval.allowedBy" values={{ person: neutralise(result.allowedBy) }} />
          </dd>
        )}
        <dt>{t("tool.input")}</dt>
        <dd>
          {call.unreadable !== undefined && (
            <p className="ask-alert">{t("tool.unreadable", { problem: bidiIsolate(call.unreadable) })}</p>
          )}
          <pre dir="ltr">{indentJson(visibleJson((call.input ?? null) as Json))}</pre>
        </dd>
        {result && (
          <>
            <dt>{t("tool.result")}</dt>
            <dd>
              <pre dir="auto">{neutralise(result.text)}</pre>
            </dd>
          </>
        )}
      </dl>
    </details>
  );
}

/** A block of a type that this version does not know, as text. */
function UnknownBlock({ block }: { readonly block: unknown }) {
  const t = useTranslation();
  const { type, text } = unknownBlockText(block);
  return (
    <div className="ask-block-unknown">
      <p className="ask-muted">{t("chat.unknown", { type: bidiIsolate(type) })}</p>
      <pre dir="auto">{neutralise(text)}</pre>
    </div>
  );
}

/** The type of an unknown block and its text, or else all of it as JSON. */
export function unknownBlockText(block: unknown): { readonly type: string; readonly text: string } {
  const fields = typeof block === "object" && block !== null ? (block as Readonly<Record<string, unknown>>) : {};
  const text = [fields.content, fields.text].find((value) => typeof value === "string" && value.trim() !== "");
  return {
    type: [fields.action_type, fields.type].find((value) => typeof value === "string")?.toString() ?? "?",
    text: text?.toString() ?? JSON.stringify(block, undefined, 2) ?? String(block),
  };
}
