import { neutralise } from "@askback/core";
import type { Block, Message } from "@askback/core/wire";
import { useWords } from "../i18n/use-words.ts";
import { isSettled } from "../live/inquiry-order.ts";
import { AgentText } from "../text/agent-text.tsx";
import { AskedBlock } from "./asked-block.tsx";
import { ToolCall } from "./tool-call.tsx";
import { UnknownBlock } from "./unknown-block.tsx";

interface BlockViewProps {
  readonly block: Block;
  /** The message that it is a part of. */
  readonly message: Message;
  readonly onOpen: ((conversationId: string) => void) | undefined;
}

/** One block of an agent's message. */
export function BlockView({ block, message, onOpen }: BlockViewProps) {
  const words = useWords();
  switch (block.type) {
    case "text":
      return <AgentText text={block.text} />;
    case "reasoning":
      return (
        <details className="ask-reasoning ask-fold">
          <summary>{words("chat.reasoning")}</summary>
          <p dir="auto">{neutralise(block.text)}</p>
        </details>
      );
    case "tool":
      return <ToolCall block={block} isAwaited={isAwaited(message, block.call.name)} />;
    case "error":
      return (
        <div className="ask-block-error">
          <strong>{words("chat.error")}</strong>
          <p dir="auto">{neutralise(block.text)}</p>
        </div>
      );
    case "action":
      return block.action_type === "question_request" ? (
        <AskedBlock block={block} onOpen={onOpen} />
      ) : (
        <UnknownBlock block={block} />
      );
    // A newer server may send what this page does not know.
    default:
      return <UnknownBlock block={block} />;
  }
}

/** Whether a message asks for leave to call a tool, and nobody has decided yet. */
function isAwaited({ blocks }: Message, tool: string): boolean {
  return blocks.some(
    (block) => block.type === "action" && block.inquiry.approval?.tool === tool && !isSettled(block.inquiry),
  );
}
