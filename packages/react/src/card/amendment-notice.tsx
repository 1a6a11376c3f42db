import { useLingui } from "@lingui/react";
import type { Amendment, InquiryCard } from "../data/inquiry/inquiry-card.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { Sentence } from "../text/sentence.tsx";
import { useTimeFormat } from "../ui/time.tsx";
import { type AmendmentFormats, amendmentMessages } from "./amendment-words.ts";
import { agentTitleOf } from "./card-title.ts";

interface AmendmentNoticeProps {
  readonly card: InquiryCard;
  readonly amendment: Amendment;
  readonly now: number | undefined;
}

/** Says what the asker changed in an open card, until the person has read it or sends an answer. */
export function AmendmentNotice({ card, amendment, now }: AmendmentNoticeProps) {
  const t = useTranslation();
  const messages = amendmentMessages(amendment, useAmendmentFormats(now));
  return (
    <div className="ask-notice ask-amended">
      <div className="ask-amended-text">
        <p className="ask-amended-title">
          <Sentence id="external.changed" values={{ agent: agentTitleOf(card) }} />
        </p>
        {messages.length > 0 && (
          <ul>
            {messages.map(({ id, values }) => (
              <li key={`${id} ${JSON.stringify(values)}`} dir="auto">
                {t(id, values)}
              </li>
            ))}
          </ul>
        )}
      </div>
      <button className="ask-quiet" onClick={card.acknowledge} type="button">
        {t("external.changed.read")}
      </button>
    </div>
  );
}

/** How an amendment is written in the reader's language. */
export function useAmendmentFormats(now?: number): AmendmentFormats {
  const { i18n } = useLingui();
  const time = useTimeFormat(now);
  return { time, list: (labels) => new Intl.ListFormat(i18n.locale).format(labels) };
}
