import type { Block } from "@askback/core/wire";
import { answered, asked, conversation, inquiry, said, text, tool } from "./sample.ts";
import type { Holdings } from "./still-server.ts";

const hello = said("person", text("Our reports are slow. Can you find out why and fix it?"));
const thanks = said("agent", text("Done. The reports now read from the **replica**, and the slowest one takes 0.4 s."));
const open = inquiry();
const done = inquiry(answered);
// What a newer server may send.
const unknown = { type: "chart", content: "Queries per minute: 40, 52, 61" } as unknown as Block;

/** The chat in every state that it can be in. */
export const chats: readonly { readonly name: string; readonly holdings: Holdings }[] = [
  { name: "empty", holdings: { conversations: [conversation({ version: 1 })] } },
  { name: "loading", holdings: { silent: "/v1/conversations" } },
  { name: "missing", holdings: {} },
  {
    name: "thinking",
    holdings: { conversations: [conversation({ status: "thinking" })], messages: [hello] },
  },
  {
    name: "writing",
    holdings: {
      conversations: [
        conversation({
          status: "thinking",
          live: { runId: "run_1", step: 1, text: "I looked at the slowest queries first. Three of them " },
        }),
      ],
      messages: [hello],
    },
  },
  {
    name: "asking",
    holdings: {
      conversations: [conversation({ status: "parked", inquiry: open })],
      messages: [hello, said("agent", text("I need to know one thing before I go on."), asked(open))],
      inquiries: [open],
    },
  },
  {
    name: "answered",
    holdings: {
      conversations: [conversation()],
      messages: [hello, said("agent", asked(done, '{"answers":{"Which database?":"The replica"}}')), thanks],
      inquiries: [done],
    },
  },
  {
    name: "tools",
    holdings: {
      conversations: [conversation({ status: "acting", tool: "read_plan" })],
      messages: [
        hello,
        said(
          "agent",
          { type: "reasoning", text: "First the slow queries, then their plans." },
          text("Let me look."),
          tool("list_queries", { status: "ok", text: "12 queries over 2 s" }),
          tool("read_index", { status: "error", text: "permission denied" }),
          tool("drop_index", { status: "not-run", text: "Not run: the user answered otherwise." }),
          tool("read_plan"),
        ),
      ],
    },
  },
  {
    name: "todos and sub-agents",
    holdings: {
      conversations: [
        conversation({
          status: "delegating",
          todos: [
            { content: "Find the slow queries", status: "completed" },
            { content: "Read their plans", status: "in_progress" },
            { content: "Write down what to change", status: "pending" },
          ],
          children: [
            { id: "conv_2", agent: "reader", task: "Read the plans of the orders", status: "running" },
            { id: "conv_3", agent: "reader", task: "Read the plans of the customers", status: "finished" },
          ],
        }),
      ],
      messages: [hello],
    },
  },
  {
    name: "failed",
    holdings: {
      conversations: [
        conversation({
          status: "failed",
          error: { message: "The model's provider refused the key.", retryable: true },
        }),
      ],
      messages: [hello],
    },
  },
  {
    name: "paused",
    holdings: { conversations: [conversation({ status: "paused", reason: "step-limit" })], messages: [hello, thanks] },
  },
  {
    name: "refused question",
    holdings: {
      conversations: [conversation()],
      messages: [
        hello,
        said("agent", {
          type: "error",
          text: "A question needs at least two options.",
          call: { id: "call_1", name: "ask_user_question", input: {} },
        }),
      ],
    },
  },
  {
    name: "unknown block",
    holdings: { conversations: [conversation()], messages: [hello, said("agent", unknown)] },
  },
  {
    name: "interrupted and unread",
    holdings: {
      conversations: [conversation({ status: "thinking", waitingMessages: 1 })],
      messages: [
        hello,
        { ...said("agent", text("I would start with")), interrupted: true },
        { ...said("person", text("Never mind the customers.")), delivered: false },
      ],
    },
  },
];
