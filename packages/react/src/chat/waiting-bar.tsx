import type { Inquiry } from "@askback/core/wire";
import { useWords } from "../i18n/use-words.ts";
import { isolated } from "../text/isolated.ts";

interface WaitingBarProps {
  readonly inquiry: Inquiry;
  readonly onGo: () => void;
}

/** Leads to the question that waits when it is out of sight. */
export function WaitingBar({ inquiry, onGo }: WaitingBarProps) {
  const words = useWords();
  return (
    <div className="ask-waiting">
      <span className="ask-pulse" aria-hidden="true" />
      <span className="ask-waiting-text">
        <strong>{words("waiting.line", { agent: isolated(inquiry.agent) })}</strong>
        <span className="ask-waiting-question" dir="auto">
          {inquiry.questions[0]?.text}
        </span>
      </span>
      <button type="button" className="ask-button" onClick={onGo} aria-keyshortcuts="Alt+Q">
        {words("waiting.go")}
      </button>
    </div>
  );
}
