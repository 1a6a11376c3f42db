import type { InquiryRecord } from "./inquiry.ts";
import type { Message, Part } from "./message.ts";
import type { ToolCall, ToolResult } from "./tool-call.ts";

/** A message as a screen shows it: calls with their results, inquiries where they were asked. */
export interface ScreenMessage {
  readonly id: string;
  readonly role: "person" | "agent";
  readonly at: number;
  readonly by?: string;
  readonly runId?: string;
  readonly answers?: string;
  readonly interrupted?: true;
  /** Whether the model has seen a person's message. */
  readonly delivered?: boolean;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  | { readonly type: "tool"; readonly call: Omit<ToolCall, "provider">; readonly result?: ToolResult }
  | { readonly type: "inquiry"; readonly inquiry: InquiryRecord; readonly received?: string };

/** The transcript for a screen, in the order in which people saw it happen. */
export function transcriptForScreen(
  messages: readonly Message[],
  inquiries: readonly InquiryRecord[],
): readonly ScreenMessage[] {
  const ordered = [...messages].sort((a, b) => a.number - b.number);
  const inquiriesByReply = Map.groupBy(inquiries, (inquiry) => replyThatAsked(ordered, inquiry));
  return ordered.flatMap((message, index): ScreenMessage[] => {
    if (message.role === "tool") return [];
    const { number: _, place, parts, ...shown } = message;
    const results = message.role === "agent" ? resultsAfter(ordered, index) : new Map<string, ToolResult>();
    const asked = new Map(inquiriesByReply.get(message)?.map((inquiry) => [inquiry.callId, inquiry]));
    const blocks = parts.flatMap((part) => blockOf(part, results, asked));
    return [
      { ...shown, role: message.role, ...(message.role === "person" && { delivered: place !== undefined }), blocks },
    ];
  });
}

/** The messages that a model is sent, after the part that a summary stands for. */
export function transcriptForModel(messages: readonly Message[], through: number): readonly Message[] {
  return messages
    .filter((message) => message.place !== undefined && message.place > through)
    .sort((a, b) => (a.place ?? 0) - (b.place ?? 0));
}

function blockOf(
  part: Part,
  results: ReadonlyMap<string, ToolResult>,
  inquiries: ReadonlyMap<string, InquiryRecord>,
): Block[] {
  switch (part.type) {
    case "text":
      return [{ type: "text", text: part.text }];
    case "reasoning":
      return part.text ? [{ type: "reasoning", text: part.text }] : [];
    case "result":
      return [];
    case "call": {
      const { provider: _, ...call } = part.call;
      const result = results.get(call.id);
      const inquiry = inquiries.get(call.id);
      if (inquiry) return [{ type: "inquiry", inquiry, ...(result && { received: result.text }) }];
      return [{ type: "tool", call, ...(result && { result }) }];
    }
  }
}

/** Results by call id up to the next reply, since some models use a call id again in a later step. */
function resultsAfter(ordered: readonly Message[], index: number): ReadonlyMap<string, ToolResult> {
  const results = new Map<string, ToolResult>();
  for (const message of ordered.slice(index + 1)) {
    if (message.role === "agent") break;
    for (const part of message.parts) if (part.type === "result") results.set(part.result.callId, part.result);
  }
  return results;
}

/** The reply whose call asked: the latest one before it, since a step may use the call ids of an earlier one again. */
function replyThatAsked(ordered: readonly Message[], { callId, runId, askedAt }: InquiryRecord): Message | undefined {
  return ordered.findLast(
    ({ at, runId: own, parts }) =>
      own === runId && at <= askedAt && parts.some((part) => part.type === "call" && part.call.id === callId),
  );
}
