import type { Conversation } from "@askback/core/wire";
import { useWords } from "../i18n/use-words.ts";
import { StopButton } from "./stop-button.tsx";

interface ChildFootProps {
  readonly conversation: Conversation;
  readonly parent: NonNullable<Conversation["parent"]>;
  readonly onOpen: ((conversationId: string) => void) | undefined;
}

/** In place of a composer: a sub-agent is read and stopped, and hears nobody but its parent. */
export function ChildFoot({ conversation, parent, onOpen }: ChildFootProps) {
  const words = useWords();
  return (
    <div className="ask-child-foot" role="note">
      <p>{words("chat.child")}</p>
      <div className="ask-buttons">
        {onOpen && (
          <button type="button" className="ask-button" onClick={() => onOpen(parent.conversationId)}>
            {words("chat.to-parent")}
          </button>
        )}
        <StopButton conversation={conversation} />
      </div>
    </div>
  );
}
