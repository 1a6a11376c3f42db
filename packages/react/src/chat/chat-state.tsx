import { useWords } from "../i18n/use-words.ts";
import type { Known, Thread } from "../live/live.ts";
import { isolated } from "../text/isolated.ts";

/** What is to be said of a thread where there is nothing to read, or nothing new. */
export function ChatState({ known }: { readonly known: Known<Thread> }) {
  const words = useWords();
  switch (known.status) {
    case "loading":
      return <p className="ask-chat-empty ask-muted">{words("chat.loading")}</p>;
    case "failed": {
      const problem = isolated(known.problem.title);
      return known.value ? (
        <p className="ask-alert" role="status">
          {words("chat.stale", { problem })}
        </p>
      ) : (
        <p className="ask-chat-empty" role="alert">
          {words("chat.failed", { problem })}
        </p>
      );
    }
    case "ready": {
      const { conversation, messages } = known.value;
      if (messages.length > 0) return null;
      return <p className="ask-chat-empty ask-muted">{words("chat.empty", { agent: isolated(conversation.agent) })}</p>;
    }
  }
}
