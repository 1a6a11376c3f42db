import type { MessageId } from "../i18n/catalogue.ts";
import { useWords } from "../i18n/use-words.ts";
import type { Child } from "./chat-status.ts";

interface ChildListProps {
  readonly conversations: readonly Child[];
  readonly onOpen: ((conversationId: string) => void) | undefined;
}

/** How far each sub-agent is. */
export function ChildList({ conversations, onOpen }: ChildListProps) {
  const words = useWords();
  return (
    <ul className="ask-children">
      {conversations.map(({ id, agent, task, status }) => (
        <li key={id} className="ask-child" data-status={status}>
          <span className="ask-child-state">{words(stateWords[status] ?? "child.running")}</span>
          <bdi className="ask-child-agent">{agent}</bdi>
          <span className="ask-child-task" dir="auto">
            {task}
          </span>
          {onOpen && (
            <button type="button" className="ask-quiet" onClick={() => onOpen(id)}>
              {words("chat.open")}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

const stateWords: Readonly<Record<string, MessageId>> = {
  running: "child.running",
  finished: "child.finished",
  failed: "child.failed",
  paused: "child.paused",
  stopped: "child.stopped",
};
