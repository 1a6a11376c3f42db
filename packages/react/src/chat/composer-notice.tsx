import { useWords } from "../i18n/use-words.ts";
import { isolated } from "../text/isolated.ts";

interface ComposerNoticeProps {
  readonly question: string;
  readonly onSeparate: () => void;
}

/** Says beforehand that a message will answer, and offers the other way. */
export function ComposerNotice({ question, onSeparate }: ComposerNoticeProps) {
  const words = useWords();
  return (
    <div className="ask-composer-notice" role="note">
      <span className="ask-composer-notice-text">{words("composer.answers", { question: isolated(question) })}</span>
      <button type="button" className="ask-quiet" onClick={onSeparate}>
        {words("composer.separate")}
      </button>
    </div>
  );
}
