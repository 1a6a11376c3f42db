import type { Failure } from "@askback/client";
import type {
  Conversation,
  Draft,
  Inquiry,
  Me,
  Message,
  Question,
  Receipt,
  RecordedEvent,
  SavedDraft,
} from "@askback/core/wire";

export const ana: Me = { id: "ana", project: "default", scopes: ["answer"] };
export const agentKey: Me = { id: "agent", project: "default", scopes: ["ask"] };

export const drink: Question = {
  id: "q1",
  text: "What do you drink?",
  options: [
    { id: "o1", label: "Tea" },
    { id: "o2", label: "Coffee" },
  ],
  multiSelect: false,
  ownWords: true,
};
export const extras: Question = {
  id: "q2",
  text: "What goes in?",
  options: [
    { id: "o1", label: "Milk" },
    { id: "o2", label: "Sugar" },
  ],
  multiSelect: true,
  ownWords: true,
};

export function inquiryOf(change: Partial<Inquiry> = {}): Inquiry {
  return {
    id: "inq_1",
    conversationId: "conv_1",
    project: "default",
    runId: "run_1",
    agent: "waiter",
    status: "open",
    revision: 1,
    contract: "ask_user_question",
    questions: [drink, extras],
    askedAt: "2026-11-15T09:00:00.000Z",
    ...change,
  };
}

export function answeredBy(by: string, change: Partial<Inquiry> = {}): Inquiry {
  const at = "2026-11-15T09:05:00.000Z";
  return inquiryOf({
    status: "answered",
    resolution: { type: "answered", at, by, answers: [] },
    receipt: { inquiryId: "inq_1", resolution: "answered", by, at, runId: "run_1" },
    ...change,
  });
}

/** Answered by ana with her own words to the first question. */
export function answeredWith(text: string): Inquiry {
  const answers = [{ question: "q1", text }];
  return answeredBy("ana", { resolution: { type: "answered", at: "2026-11-15T09:05:00.000Z", by: "ana", answers } });
}

export function conversationOf(change: Partial<Conversation> = {}): Conversation {
  return {
    id: "conv_1",
    agent: "waiter",
    project: "default",
    status: "thinking",
    version: 1,
    createdAt: "2026-11-15T09:00:00.000Z",
    createdBy: "ana",
    usage: { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cachedTokens: 0 },
    waitingMessages: 0,
    ...change,
  };
}

export function messageOf(id: string, text = id): Message {
  return { id, role: "agent", at: "2026-11-15T09:00:00.000Z", blocks: [{ type: "text", text }] };
}

export function questionIn(inquiry: Inquiry): Message {
  const status = inquiry.status === "open" ? "pending" : "success";
  return {
    id: "msg_question",
    role: "agent",
    at: "2026-11-15T09:00:00.000Z",
    blocks: [
      {
        type: "action",
        action_type: "question_request",
        status,
        content: "What do you drink?",
        extra: {
          needsUserAction: status === "pending",
          questionText: "What do you drink?",
          questionOptions: [],
          questionMultiple: false,
          questionCustom: true,
          questionResolution: status === "pending" ? "asked" : "replied",
        },
        inquiry,
      },
    ],
  };
}

export function recorded(type: RecordedEvent["type"], change: Partial<RecordedEvent> = {}): RecordedEvent {
  return { type, position: 1, conversationId: "conv_1", version: 2, at: "2026-11-15T09:00:00.000Z", ...change };
}

export function problemOf(code: string, change: Partial<Failure> = {}): Failure {
  return { type: "about:blank", status: 409, code, title: code, hint: "Do something else.", ...change };
}

export const unreachable = problemOf("unreachable", { status: 0 });

/** Somebody writes their own words. */
export const mate = { type: "write", question: "q1", text: "Mate" } as const;

export const receipt: Receipt = {
  inquiryId: "inq_1",
  resolution: "answered",
  by: "ana",
  at: "2026-11-15T09:05:00.000Z",
  runId: "run_1",
};

export const juice: Draft = {
  revision: 1,
  answers: { q1: { options: [], text: "Juice", isTextChosen: true, note: "", isSkipped: false } },
  comment: "",
  step: 0,
};

/** What the same person wrote elsewhere. */
export const onPhone: SavedDraft = { draft: juice, device: "Phone", savedAt: "2026-11-15T10:00:00.000Z" };
