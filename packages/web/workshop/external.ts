import type { Inquiry } from "@askback/core/wire";
import type { InquiryCard } from "@askback/react";
import { shownCard } from "../../react/src/card/testing/shown-card.ts";
import type { ShownCard } from "./cards.ts";
import { answered, conversation, inquiry, message, questionBlock } from "./samples.ts";
import type { ServerData } from "./static-server.ts";

/** An inquiry of a program that runs elsewhere, which has no run here. */
function externalInquiry(changes: Partial<Inquiry> = {}): Inquiry {
  const { runId: _, ...asked } = inquiry({ agent: "Deploy bot", contract: "external", ...changes });
  return asked;
}

const amendment: InquiryCard["amendment"] = {
  changes: [
    { type: "question", before: "Which database should the **reports** read from?" },
    { type: "options-added", labels: ["The archive"] },
    { type: "options-removed", labels: ["The cache", "The primary of the other region"] },
    { type: "context" },
    { type: "deadline", at: "2026-05-04T18:00:00.000Z" },
  ],
  droppedPicks: ["The cache"],
};

/** Cards whose asker has changed them. */
export const amendedCards: readonly ShownCard[] = [
  { name: "amended", card: shownCard({ inquiry: externalInquiry({ revision: 2 }), amendment }) },
  {
    name: "amended while the answer was on its way",
    card: shownCard({
      inquiry: externalInquiry({ revision: 2 }),
      amendment: { changes: [{ type: "details" }], droppedPicks: [], isAnswerRefused: true },
    }),
  },
  {
    name: "call amended",
    card: shownCard({
      inquiry: externalInquiry({ revision: 2, approval: { tool: "terraform_apply", input: { plan: "two.out" } } }),
      amendment: { changes: [{ type: "call" }], droppedPicks: [] },
    }),
  },
];

const first = externalInquiry();
const second = externalInquiry({ id: "inq_2", ...answered });
const third = externalInquiry({
  id: "inq_3",
  questions: [{ id: "q1", text: "Who is told?", options: [], multiSelect: false, ownWords: true }],
});
const { runId: _, ...program } = conversation({
  agent: "Deploy bot",
  kind: "external",
  thread: "release-4.2",
  title: "Release 4.2",
});

/** Conversations of programs that run elsewhere. */
export const externalChats: readonly { readonly name: string; readonly data: ServerData }[] = [
  {
    name: "elsewhere, several open",
    data: {
      conversations: [{ ...program, status: "parked", openInquiries: 2 }],
      messages: [first, second, third].map((asked) => message("agent", questionBlock(asked))),
      inquiries: [first, second, third],
    },
  },
  {
    name: "elsewhere, none open",
    data: {
      conversations: [program],
      messages: [message("agent", questionBlock(second))],
      inquiries: [second],
    },
  },
];
