import { neutralise } from "@askback/core";
import type { Inquiry, Option } from "@askback/core/wire";
import { announce } from "@react-aria/live-announcer";
import type { BulkAction, DecliningInquiries } from "../data/inbox/bulk-actions.ts";
import { oneTapHold } from "../data/inquiry/inquiry-card.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { useAgentTitles } from "../use-agents.ts";
import { useBulkText } from "./notices/bulk-text.ts";
import { useBulkActions, useQuickAnswers } from "./use-inbox.ts";

/** What a person does with the inquiries of the inbox; what comes of it is announced. */
export interface InboxActions {
  answer(inquiry: Inquiry, option: Option): Promise<void>;
  /** Undoes the last thing that can be undone, or the answer to one inquiry. */
  undo(inquiryId?: string): Promise<void>;
  /** Null ends the snooze. */
  snooze(inquiries: readonly Inquiry[], until: number | null): Promise<BulkAction>;
  decline(inquiries: readonly Inquiry[], reason: string): DecliningInquiries;
}

export function useInboxActions(): InboxActions {
  const t = useTranslation();
  const titleOf = useAgentTitles();
  const bulkText = useBulkText();
  const quickAnswers = useQuickAnswers();
  const bulkActions = useBulkActions();

  const tell = async (acting: Promise<BulkAction>) => {
    const action = await acting;
    announce(bulkText(action), action.failures.length > 0 ? "assertive" : "polite");
    return action;
  };

  return {
    async answer(inquiry, option) {
      const state = (await quickAnswers.send(inquiry, option))?.state;
      const values = { answer: neutralise(option.label), agent: titleOf(inquiry.agent), seconds: oneTapHold };
      if (state?.status === "held") announce(t("inbox.sentLong", values), "polite");
      if (state?.status === "failed") {
        announce(t("inbox.notSent", { ...values, reason: state.problem.title }), "assertive");
      }
    },
    async undo(inquiryId) {
      const given = quickAnswers.answers.get().at(-1)?.givenAt ?? 0;
      const isBulkLast = inquiryId === undefined && (bulkActions.last.get()?.givenAt ?? 0) > given;
      if (isBulkLast && (await bulkActions.undo())) return announce(t("inbox.unsnoozed"), "polite");
      if (await quickAnswers.undo(inquiryId)) announce(t("inbox.undone"), "polite");
    },
    snooze: (inquiries, until) => tell(bulkActions.snooze(inquiries, until)),
    decline(inquiries, reason) {
      const { stored, done } = bulkActions.decline(inquiries, reason);
      return { stored, done: tell(done) };
    },
  };
}
