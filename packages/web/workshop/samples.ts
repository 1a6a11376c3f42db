import type { Block, Conversation, Inquiry, Message, QuestionBlock, File as StoredFile } from "@askback/core/wire";

const at = "2026-05-04T09:30:00.000Z";
const usage = { inputTokens: 18_204, outputTokens: 2_310, reasoningTokens: 410, cachedTokens: 12_000 };

export function conversation(changes: Partial<Conversation> = {}): Conversation {
  return {
    id: "conv_1",
    agent: "planner",
    project: "default",
    title: "A database for the reports",
    status: "idle",
    version: 8,
    createdAt: at,
    updatedAt: at,
    createdBy: "owner",
    usage,
    waitingMessages: 0,
    runId: "run_1",
    ...changes,
  };
}

export function inquiry(changes: Partial<Inquiry> = {}): Inquiry {
  return {
    id: "inq_1",
    conversationId: "conv_1",
    project: "default",
    runId: "run_1",
    agent: "planner",
    status: "open",
    revision: 1,
    contract: "ask_user_question",
    questions: [
      {
        id: "q1",
        header: "Database",
        text: "Which database should the reports read from?",
        multiSelect: false,
        ownWords: true,
        options: [
          { id: "o1", label: "The replica", description: "A few seconds behind, and it cannot slow the shop down" },
          { id: "o2", label: "The primary", description: "Always up to date" },
        ],
      },
    ],
    askedAt: at,
    ...changes,
  };
}

export const answered: Partial<Inquiry> = {
  status: "answered",
  resolution: { type: "answered", at, by: "owner", answers: [{ question: "q1", options: ["o1"] }] },
};

export function message(role: Message["role"], ...blocks: readonly Block[]): Message {
  return { id: `msg_${crypto.randomUUID()}`, role, at, runId: "run_1", blocks: [...blocks] };
}

export function textBlock(words: string): Block {
  return { type: "text", text: words };
}

export function fileBlock(file: StoredFile): Block {
  return { type: "file", file };
}

export function toolBlock(
  name: string,
  result?: { readonly status: "ok" | "error" | "not-run"; readonly text: string },
): Block {
  const call = { id: `call_${name}`, name, input: { table: "orders", limit: 20 } };
  return { type: "tool", call, ...(result && { result: { callId: call.id, name, ...result } }) };
}

export function questionBlock(about: Inquiry, received?: string): QuestionBlock {
  const isOpen = about.status === "open" || about.status === "held";
  return {
    type: "action",
    action_type: "question_request",
    status: isOpen ? "pending" : "success",
    content: about.questions.map((question) => question.text).join("\n"),
    extra: {
      needsUserAction: isOpen,
      questionText: about.questions[0]?.text ?? "",
      questionOptions: [],
      questionMultiple: false,
      questionCustom: true,
      questionResolution: isOpen ? "asked" : "replied",
    },
    inquiry: about,
    ...(received !== undefined && { received }),
  };
}
