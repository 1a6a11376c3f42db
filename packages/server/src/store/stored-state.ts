import type { Conversation, Inquiry, InquiryRecord } from "@askback/core";

/** The state of a parked conversation names its inquiry, which the row of the inquiry holds. Earlier versions stored it whole. */
type StoredState = Conversation | (Conversation & { readonly status: "parked"; readonly inquiry: string });

const namedStart = '{"inquiry":"';

/** The name comes first, so that a database finds it without reading the rest as JSON. */
export function toStoredState(conversation: Conversation): string {
  if (conversation.status !== "parked") return JSON.stringify(conversation);
  const { inquiry, ...rest } = conversation;
  return JSON.stringify({ inquiry: inquiry.id, ...rest });
}

/** Whether a stored state can only be read together with its inquiry. */
export function namesInquiry(state: string): boolean {
  return state.startsWith(namedStart);
}

/** The state of a row, with `named_record` beside it. */
export function readStoredState({ state, named_record }: Readonly<Record<string, unknown>>): Conversation {
  const stored = JSON.parse(String(state)) as StoredState;
  if (stored.status !== "parked" || typeof stored.inquiry !== "string") return stored as Conversation;
  const record = JSON.parse(String(named_record)) as InquiryRecord;
  return { ...stored, inquiry: inquiryOf(record) };
}

/** The inquiry without what its record has from the conversation. */
function inquiryOf(record: InquiryRecord): Inquiry {
  const { conversationId: _c, project: _p, runId: _r, agent: _a, status: _s, held: _h, ...inquiry } = record;
  return inquiry;
}
