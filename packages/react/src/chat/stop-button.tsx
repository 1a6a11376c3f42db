import type { Conversation } from "@askback/core/wire";
import { useAskback } from "../askback-context.ts";
import { useWords } from "../i18n/use-words.ts";
import { isWorking } from "./chat-status.ts";

/** Is there while there is work to stop. */
export function StopButton({ conversation }: { readonly conversation: Conversation }) {
  const words = useWords();
  const { client } = useAskback();
  if (!isWorking(conversation)) return null;
  return (
    <button
      type="button"
      className="ask-button ask-stop"
      onClick={() => void client.conversations.stop(conversation.id)}
    >
      {words("composer.stop")}
    </button>
  );
}
