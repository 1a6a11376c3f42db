import { useWords } from "../i18n/use-words.ts";
import { CopyButton } from "../text/copy-button.tsx";
import type { InquiryCard } from "./inquiry-card.ts";

interface RecoveredBoxProps {
  readonly text: string;
  readonly card: Pick<InquiryCard, "sendRecovered" | "discardRecovered">;
}

/** What somebody had written when the inquiry ended otherwise: it is theirs until they part with it. */
export function RecoveredBox({ text, card }: RecoveredBoxProps) {
  const words = useWords();
  return (
    <fieldset className="ask-recovered">
      <legend>{words("card.recovered")}</legend>
      <p className="ask-recovered-text" dir="auto">
        {text}
      </p>
      <div className="ask-buttons">
        <CopyButton text={text} />
        <button className="ask-quiet" onClick={card.sendRecovered} type="button">
          {words("card.sendAsMessage")}
        </button>
        <button className="ask-quiet" onClick={card.discardRecovered} type="button">
          {words("card.discard")}
        </button>
      </div>
    </fieldset>
  );
}
