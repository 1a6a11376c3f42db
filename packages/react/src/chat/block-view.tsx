import type { Block } from "@askback/core/wire";
import { useWords } from "../i18n/use-words.ts";
import { AgentText } from "../text/agent-text.tsx";
import { AskedBlock } from "./asked-block.tsx";
import { ToolCall } from "./tool-call.tsx";
import { UnknownBlock } from "./unknown-block.tsx";

interface BlockViewProps {
  readonly block: Block;
  readonly onOpen: ((conversationId: string) => void) | undefined;
}

/** One block of an agent's message. */
export function BlockView({ block, onOpen }: BlockViewProps) {
  const words = useWords();
  switch (block.type) {
    case "text":
      return <AgentText text={block.text} />;
    case "reasoning":
      return (
        <details className="ask-reasoning ask-fold">
          <summary>{words("chat.reasoning")}</summary>
          <p dir="auto">{block.text}</p>
        </details>
      );
    case "tool":
      return <ToolCall block={block} />;
    case "error":
      return (
        <div className="ask-block-error">
          <strong>{words("chat.error")}</strong>
          <p dir="auto">{block.text}</p>
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
