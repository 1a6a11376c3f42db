import type { Inquiry } from "@askback/core/wire";
import { answered, conversation, inquiry } from "./sample.ts";
import type { Holdings } from "./still-server.ts";

const conversations = [
  conversation(),
  conversation({ id: "conv_2", agent: "deployer", title: "Release 4.2" }),
  conversation({ id: "conv_3", title: "Reise nach Lissabon" }),
];
const soon = new Date(Date.now() + 10 * 60_000).toISOString();
const later = new Date(Date.now() + 3 * 3600_000).toISOString();

const rows: readonly Inquiry[] = [
  inquiry(),
  inquiry({
    id: "inq_2",
    conversationId: "conv_2",
    agent: "deployer",
    deadline: soon,
    approval: { tool: "roll_out", input: { version: "4.2", regions: "all" } },
    questions: [
      {
        id: "q1",
        text: "Roll out 4.2 to all regions?",
        multiSelect: false,
        ownWords: false,
        options: [
          { id: "o1", label: "Allow once" },
          { id: "o2", label: "Refuse" },
        ],
      },
    ],
  }),
  inquiry({ id: "inq_3", conversationId: "conv_3", mine: { draftedAt: soon } }),
];

/** The inbox in every state that it can be in. */
export const inboxes: readonly { readonly name: string; readonly view?: string; readonly holdings: Holdings }[] = [
  { name: "empty", holdings: {} },
  { name: "loading", holdings: { silent: "/v1/inquiries" } },
  { name: "failing", holdings: { failing: "/v1/inquiries" } },
  { name: "needs you", holdings: { conversations, inquiries: rows } },
  {
    name: "snoozed",
    view: "snoozed",
    holdings: { conversations, inquiries: [inquiry({ mine: { snoozedUntil: later } })] },
  },
  { name: "done", view: "done", holdings: { conversations, inquiries: [inquiry(answered)] } },
];
