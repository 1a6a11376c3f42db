import { useId } from "react";
import type { InquiryCard } from "../../data/inquiry/inquiry-card.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { GrowingTextArea } from "../../ui/growing-text-area.tsx";
import { agentTitleOf } from "../card-title.ts";

/** The comment to all answers together. */
export function CommentField({ card, isReadOnly }: { readonly card: InquiryCard; readonly isReadOnly: boolean }) {
  const t = useTranslation();
  const id = useId();
  return (
    <div className="ask-note">
      <label htmlFor={id}>{t("card.comment")}</label>
      <GrowingTextArea
        className="ask-additional-comments-textarea"
        data-field="comment"
        id={id}
        maxLength={10_000}
        onChange={({ target }) => card.change({ type: "write-comment", comment: target.value })}
        placeholder={t("card.commentHint", { agent: agentTitleOf(card) })}
        readOnly={isReadOnly}
        value={card.draft.comment}
      />
    </div>
  );
}
