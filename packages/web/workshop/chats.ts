import type { Block } from "@askback/core/wire";
import { files } from "./attachments.ts";
import { answered, conversation, fileBlock, inquiry, message, questionBlock, textBlock, toolBlock } from "./samples.ts";
import type { ServerData } from "./static-server.ts";

const hello = message("person", textBlock("Our reports are slow. Can you find out why and fix it?"));
const thanks = message(
  "agent",
  textBlock("Done. The reports now read from the **replica**, and the slowest one takes 0.4 s."),
);
const open = inquiry();
const done = inquiry(answered);
// A newer server may send a block of an unknown type.
const unknown = { type: "chart", content: "Queries per minute: 40, 52, 61" } as unknown as Block;

/** The chat in every state. */
export const chats: readonly { readonly name: string; readonly data: ServerData }[] = [
  { name: "empty", data: { conversations: [conversation({ version: 1 })] } },
  { name: "loading", data: { silent: "/v1/conversations" } },
  { name: "missing", data: {} },
  {
    name: "thinking",
    data: { conversations: [conversation({ status: "thinking" })], messages: [hello] },
  },
  {
    name: "writing",
    data: {
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
    data: {
      conversations: [conversation({ status: "parked", inquiry: open })],
      messages: [hello, message("agent", textBlock("I need to know one thing before I go on."), questionBlock(open))],
      inquiries: [open],
    },
  },
  {
    name: "answered",
    data: {
      conversations: [conversation()],
      messages: [hello, message("agent", questionBlock(done, '{"answers":{"Which database?":"The replica"}}')), thanks],
      inquiries: [done],
    },
  },
  {
    name: "tools",
    data: {
      conversations: [conversation({ status: "acting", tool: "read_plan" })],
      messages: [
        hello,
        message(
          "agent",
          { type: "reasoning", text: "First the slow queries, then their plans." },
          textBlock("Let me look."),
          toolBlock("list_queries", { status: "ok", text: "12 queries over 2 s" }),
          toolBlock("read_index", { status: "error", text: "permission denied" }),
          toolBlock("drop_index", { status: "not-run", text: "Not run: the user answered otherwise." }),
          toolBlock("read_plan"),
        ),
      ],
    },
  },
  {
    name: "files",
    data: {
      conversations: [conversation()],
      messages: [
        message("person", textBlock("This is how far we are."), ...files.map(fileBlock)),
        message("person", ...files.slice(0, 1).map(fileBlock)),
        thanks,
      ],
    },
  },
  {
    name: "todos and sub-agents",
    data: {
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
    data: {
      conversations: [
        conversation({
          status: "failed",
          error: { kind: "key", message: "invalid x-api-key (HTTP 401)", retryable: false, status: 401 },
        }),
      ],
      messages: [hello],
    },
  },
  {
    name: "failed for good",
    data: {
      conversations: [
        conversation({
          status: "failed",
          error: { kind: "context", message: "prompt is too long (HTTP 400)", retryable: false, status: 400 },
        }),
      ],
      messages: [hello],
    },
  },
  {
    name: "trying again",
    data: {
      conversations: [
        conversation({
          status: "thinking",
          retryAt: "2026-05-04T14:08:00.000Z",
          error: { kind: "overload", message: "Overloaded (HTTP 529)", retryable: true, status: 529 },
        }),
      ],
      messages: [hello],
    },
  },
  {
    name: "paused",
    data: { conversations: [conversation({ status: "paused", reason: "step-limit" })], messages: [hello, thanks] },
  },
  {
    name: "refused question",
    data: {
      conversations: [conversation()],
      messages: [
        hello,
        message("agent", {
          type: "error",
          text: "A question needs at least two options.",
          call: { id: "call_1", name: "ask_user_question", input: {} },
        }),
      ],
    },
  },
  {
    name: "unknown block",
    data: { conversations: [conversation()], messages: [hello, message("agent", unknown)] },
  },
  {
    name: "interrupted and unread",
    data: {
      conversations: [conversation({ status: "thinking", waitingMessages: 1 })],
      messages: [
        hello,
        { ...message("agent", textBlock("I would start with")), interrupted: true },
        { ...message("person", textBlock("Never mind the customers.")), delivered: false },
      ],
    },
  },
];
