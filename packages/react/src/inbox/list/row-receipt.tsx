import type { Inquiry } from "@askback/core/wire";
import { useLingui } from "@lingui/react";
import { isRefused } from "../../card/card-title.ts";
import { answerTexts } from "../../data/inquiry/answer-texts.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/icon.tsx";
import { useNames } from "../../use-people.ts";
import { useInboxContext } from "../inbox-context.ts";
import { resolutionSentence } from "../resolution-text.ts";

const iconByStatus: { readonly [Status in Inquiry["status"]]?: "done" | "clock" } = {
  answered: "done",
  "answered-in-chat": "done",
  delegated: "done",
  held: "clock",
  expired: "clock",
};

/** How an inquiry was resolved, or that an answer is held. */
export function RowReceipt({ inquiry }: { readonly inquiry: Inquiry }) {
  const { i18n } = useLingui();
  const t = useTranslation();
  const { me } = useInboxContext();
  const nameOf = useNames();
  const list = new Intl.ListFormat(i18n.locale, { type: "unit" });
  const answer = list.format(answerTexts(inquiry));
  // One's own answer needs no words beside its mark, and they would take its room.
  const isMine = answer !== "" && me !== undefined && inquiry.resolution?.by === me;
  return (
    <p className="ask-row-receipt">
      <Icon name={(isRefused(inquiry) ? undefined : iconByStatus[inquiry.status]) ?? "closed"} />
      <span className={isMine ? "ask-hidden" : undefined}>
        {resolutionSentence(inquiry, { me, t, nameOf }) ?? t("inbox.sending")}
      </span>
      {answer && (
        <span className="ask-row-answer" dir="auto">
          {answer}
        </span>
      )}
    </p>
  );
}
