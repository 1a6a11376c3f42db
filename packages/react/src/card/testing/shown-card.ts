import type { Inquiry } from "@askback/core/wire";
import { emptyDraft } from "../../data/drafts/draft.ts";
import type { InquiryCard } from "../../data/inquiry/inquiry-card.ts";

type Changes = Partial<Omit<InquiryCard, "inquiry">> & { readonly inquiry?: Partial<Inquiry> };

/** A card whose actions do nothing. */
export function shownCard({ inquiry, ...changes }: Changes = {}): InquiryCard {
  const nothing = () => {};
  return {
    state: "pending",
    me: "ana",
    draft: emptyDraft({ revision: 1 }),
    writers: [],
    sending: { status: "none" },
    isOffline: false,
    change: nothing,
    send: nothing,
    resolve: nothing,
    undo: nothing,
    deliver: nothing,
    retry: nothing,
    cancelSending: nothing,
    extend: nothing,
    acknowledge: nothing,
    discardDraft: nothing,
    takeOtherDraft: nothing,
    recover: nothing,
    discardRecovered: nothing,
    sendRecovered: nothing,
    cancelRecovered: nothing,
    ...changes,
    inquiry: { ...asked, ...inquiry },
  };
}

const asked: Inquiry = {
  id: "inq_1",
  conversationId: "conv_1",
  project: "default",
  runId: "run_1",
  agent: "Planner",
  status: "open",
  revision: 1,
  contract: "ask_user_question",
  questions: [
    {
      id: "q1",
      header: "Storage",
      text: "Which **database**?",
      multiSelect: false,
      ownWords: true,
      options: [
        { id: "o1", label: "Postgres", description: "For many writers" },
        { id: "o2", label: "SQLite" },
      ],
    },
  ],
  askedAt: "2026-05-04T14:00:00.000Z",
};
