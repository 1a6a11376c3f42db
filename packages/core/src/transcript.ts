import { contractNamed, contractNames } from "./contracts/contract-by-name.ts";
import type { InquiryRecord } from "./inquiry.ts";
import type { Message, Part } from "./message.ts";
import { type QuestionBlock, questionBlock } from "./question-block.ts";
import type { ToolCall, ToolResult } from "./tool-call.ts";

/** A message as a screen shows it: calls with their results, inquiries where they were asked. */
export interface ScreenMessage {
  readonly id: string;
  readonly role: "person" | "agent";
  readonly at: number;
  readonly by?: string;
  readonly runId?: string;
  readonly step?: number;
  readonly answers?: string;
  readonly interrupted?: true;
  /** Whether the model has seen a person's message. */
  readonly delivered?: boolean;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  | { readonly type: "tool"; readonly call: ShownCall; readonly result?: ToolResult }
  /** A call that tried to ask and was refused: nothing waits for an answer. */
  | { readonly type: "error"; readonly text: string; readonly call: ShownCall }
  | QuestionBlock;

type ShownCall = Omit<ToolCall, "provider">;

/** The transcript for a screen, in the order in which people saw it happen. */
export function transcriptForScreen(
  messages: readonly Message[],
  inquiries: readonly InquiryRecord[],
): readonly ScreenMessage[] {
  const ordered = [...messages].sort((a, b) => a.number - b.number);
  const inquiriesOf = inquiriesByReply(ordered, inquiries);
  const told = toldByInquiry(ordered);
  return ordered.flatMap((message, index): ScreenMessage[] => {
    if (message.role === "tool" || isForModel(message)) return [];
    const { number: _, place, parts, ...shown } = message;
    const results = message.role === "agent" ? resultsAfter(ordered, index) : new Map<string, ToolResult>();
    const asked = new Map(inquiriesOf.get(message)?.map((inquiry) => [inquiry.callId, inquiry]));
    const blocks = parts.flatMap((part) => blockOf(part, { results, asked, told }));
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

interface Surroundings {
  readonly results: ReadonlyMap<string, ToolResult>;
  readonly asked: ReadonlyMap<string, InquiryRecord>;
  readonly told: ReadonlyMap<string, Told>;
}

function blockOf(part: Part, { results, asked, told }: Surroundings): Block[] {
  switch (part.type) {
    case "text":
      return part.visibility ? [] : [{ type: "text", text: part.text }];
    case "reasoning":
      return part.text ? [{ type: "reasoning", text: part.text }] : [];
    case "result":
      return [];
    case "call": {
      const { provider: _, ...call } = part.call;
      const result = results.get(call.id);
      const inquiry = asked.get(call.id);
      if (inquiry) return inquiryBlocks(inquiry, call, result, told.get(inquiry.id));
      const isRefusedAsk = result?.status === "error" && contractNames.includes(call.name);
      if (isRefusedAsk) return [{ type: "error", text: result.text, call }];
      return [{ type: "tool", call, ...(result && { result }) }];
    }
  }
}

/** An approval stands beside its call, which has a result of its own; a superseded ask was never shown. */
function inquiryBlocks(
  inquiry: InquiryRecord,
  call: ShownCall,
  result: ToolResult | undefined,
  told: Told | undefined,
): Block[] {
  if (inquiry.status === "superseded") return [];
  if (inquiry.approval) return [questionBlock(inquiry, told ?? {}), { type: "tool", call, ...(result && { result }) }];
  // A call that does not wait was only told that it asked.
  const isTold = contractNamed(inquiry.contract).delivery.asked !== undefined;
  const received = told?.received ?? (isTold ? told?.reply : inquiry.resolution && result?.text);
  return [questionBlock(inquiry, { ...told, received })];
}

interface Told {
  /** What only the model was told. */
  readonly received?: string;
  /** What a person wrote instead of picking, or what was said for them. */
  readonly reply?: string;
}

function toldByInquiry(ordered: readonly Message[]): ReadonlyMap<string, Told> {
  const told = new Map<string, Told>();
  for (const message of ordered) {
    if (message.answers === undefined) continue;
    const text = message.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    const words = isForModel(message) ? { received: text } : { reply: text };
    told.set(message.answers, { ...told.get(message.answers), ...words });
  }
  return told;
}

function isForModel({ parts }: Message): boolean {
  return parts.length > 0 && parts.every((part) => part.type === "text" && part.visibility === "model");
}

/** Results by call id up to the next reply, since some models use a call id again in a later step. */
function resultsAfter(ordered: readonly Message[], index: number): ReadonlyMap<string, ToolResult> {
  const results = new Map<string, ToolResult>();
  for (let next = index + 1; next < ordered.length; next += 1) {
    const message = ordered[next];
    if (!message || message.role === "agent") break;
    for (const part of message.parts) if (part.type === "result") results.set(part.result.callId, part.result);
  }
  return results;
}

/** The inquiries of each reply: the latest reply before it whose call asked, since call ids may be used again. */
function inquiriesByReply(
  ordered: readonly Message[],
  inquiries: readonly InquiryRecord[],
): ReadonlyMap<Message | undefined, readonly InquiryRecord[]> {
  const replies = new Map<string, Message[]>();
  for (const message of ordered) {
    for (const part of message.parts) {
      if (part.type !== "call") continue;
      const key = `${message.runId} ${part.call.id}`;
      const known = replies.get(key);
      if (known) known.push(message);
      else replies.set(key, [message]);
    }
  }
  return Map.groupBy(inquiries, ({ runId, callId, askedAt }) =>
    replies.get(`${runId} ${callId}`)?.findLast(({ at }) => at <= askedAt),
  );
}
