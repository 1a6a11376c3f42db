import type { Inquiry } from "@askback/core/wire";
import type { InboxProps } from "@askback/react";
import { answered, conversation, inquiry } from "./samples.ts";
import type { ServerData } from "./static-server.ts";

const conversations = [
  conversation(),
  conversation({ id: "conv_2", agent: "deployer", title: "Release 4.2" }),
  conversation({ id: "conv_3", title: "Reise nach Lissabon" }),
];
const soon = new Date(Date.now() + 10 * 60_000).toISOString();
const stoppedAt = new Date(Date.now() - 10 * 60_000).toISOString();
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

const settled = ["inq_4", "inq_5"].map((id) => inquiry({ ...answered, id, conversationId: "conv_3" }));

interface InboxStory extends Pick<InboxProps, "view" | "q" | "selected"> {
  readonly name: string;
  readonly data: ServerData;
}

/** The inbox in every state. */
export const inboxes: readonly InboxStory[] = [
  { name: "empty", data: {} },
  { name: "loading", data: { silent: "/v1/inquiries" } },
  { name: "failing", data: { failing: "/v1/inquiries" } },
  { name: "needs you", data: { conversations, inquiries: rows } },
  {
    name: "stopped runs",
    data: {
      conversations: [
        ...conversations,
        conversation({
          id: "conv_4",
          status: "failed",
          title: "Quarterly report",
          updatedAt: stoppedAt,
          error: { kind: "quota", message: "You exceeded your quota (HTTP 429)", retryable: false, status: 429 },
        }),
        conversation({
          id: "conv_5",
          status: "failed",
          title: "All letters of 2025",
          updatedAt: stoppedAt,
          error: { kind: "context", message: "prompt is too long (HTTP 400)", retryable: false, status: 400 },
        }),
        conversation({ id: "conv_6", status: "paused", reason: "step-limit", updatedAt: stoppedAt }),
      ],
      inquiries: rows,
    },
  },
  { name: "open question", selected: "inq_1", data: { conversations, inquiries: rows } },
  { name: "nothing found", q: "umbrella", data: { conversations, inquiries: rows } },
  {
    name: "snoozed",
    view: "snoozed",
    data: { conversations, inquiries: [inquiry({ mine: { snoozedUntil: later } })] },
  },
  { name: "done", view: "done", data: { conversations, inquiries: [inquiry(answered)] } },
  {
    name: "several of one conversation",
    view: "done",
    data: { conversations, inquiries: [inquiry(answered), ...settled] },
  },
];
