import { contractByName, contractNames } from "../contracts/contract-by-name.ts";
import { type FileReference, fileText } from "../model/file.ts";
import type { InquiryRecord } from "../model/inquiry.ts";
import type { Message, Part } from "../model/message.ts";
import type { ToolCall, ToolResult } from "../model/tool-call.ts";
import { type QuestionBlock, questionBlock } from "./question-block.ts";

/** A message as a screen shows it: each call has its result, each inquiry stands where it was asked. */
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
  | { readonly type: "file"; readonly file: FileReference }
  | { readonly type: "tool"; readonly call: ShownCall; readonly result?: ToolResult }
  /** An ask that was refused, so nothing waits for an answer. */
  | { readonly type: "error"; readonly text: string; readonly call: ShownCall }
  | QuestionBlock;

type ShownCall = Omit<ToolCall, "provider">;

/** The transcript for a screen, in the order in which people saw the messages. */
export function transcriptForScreen(
  messages: readonly Message[],
  inquiries: readonly InquiryRecord[],
): readonly ScreenMessage[] {
  const ordered = [...messages].sort((a, b) => a.number - b.number);
  const inquiriesOf = inquiriesByReply(ordered, inquiries);
  const notices = noticesByInquiry(ordered);
  return ordered.flatMap((message, index): ScreenMessage[] => {
    if (message.role === "tool" || isForModelOnly(message)) return [];
    const { number: _, place, parts, ...shown } = message;
    const results = message.role === "agent" ? resultsAfter(ordered, index) : new Map<string, ToolResult>();
    const asked = new Map(inquiriesOf.get(message)?.map((inquiry) => [inquiry.callId, inquiry]));
    const blocks = parts.flatMap((part) => blockOf(part, { results, asked, notices }));
    return [
      { ...shown, role: message.role, ...(message.role === "person" && { delivered: place !== undefined }), blocks },
    ];
  });
}

/** The messages that a model is sent: those after the part that the summary replaces. */
export function transcriptForModel(messages: readonly Message[], through: number): readonly Message[] {
  return messages
    .filter((message) => message.place !== undefined && message.place > through)
    .sort((a, b) => (a.place ?? 0) - (b.place ?? 0));
}

interface BlockContext {
  readonly results: ReadonlyMap<string, ToolResult>;
  readonly asked: ReadonlyMap<string, InquiryRecord>;
  readonly notices: ReadonlyMap<string, Notices>;
}

function blockOf(part: Part, { results, asked, notices }: BlockContext): Block[] {
  switch (part.type) {
    case "text":
      return part.visibility ? [] : [{ type: "text", text: part.text }];
    case "reasoning":
      return part.text ? [{ type: "reasoning", text: part.text }] : [];
    case "file":
      return [part];
    case "result":
      return [];
    case "call": {
      const { provider: _, ...call } = part.call;
      const result = results.get(call.id);
      const inquiry = asked.get(call.id);
      if (inquiry) return inquiryBlocks(inquiry, call, result, notices.get(inquiry.id));
      const isRefusedAsk = result?.status === "error" && contractNames.includes(call.name);
      if (isRefusedAsk) return [{ type: "error", text: result.text, call }];
      return [{ type: "tool", call, ...(result && { result }) }];
    }
  }
}

/** An approval is shown beside its call, which has a result of its own unless it runs elsewhere; a superseded ask is not shown. */
function inquiryBlocks(
  inquiry: InquiryRecord,
  call: ShownCall,
  result: ToolResult | undefined,
  notices: Notices | undefined,
): Block[] {
  if (inquiry.status === "superseded") return [];
  if (inquiry.approval && inquiry.runId !== undefined)
    return [questionBlock(inquiry, notices ?? {}), { type: "tool", call, ...(result && { result }) }];
  // The result of a call that does not wait says only that the question was asked.
  const isFinished = contractByName(inquiry.contract).delivery.asked !== undefined;
  const received = notices?.received ?? (isFinished ? notices?.reply : inquiry.resolution && result?.text);
  return [questionBlock(inquiry, { ...notices, received })];
}

interface Notices {
  /** Only the model read this text. */
  readonly received?: string;
  /** The message that a person wrote, or that was sent in their name. */
  readonly reply?: string;
}

function noticesByInquiry(ordered: readonly Message[]): ReadonlyMap<string, Notices> {
  const notices = new Map<string, Notices>();
  for (const message of ordered) {
    if (message.answers === undefined) continue;
    const text = message.parts.flatMap(partToText).join("\n");
    const notice = isForModelOnly(message) ? { received: text } : { reply: text };
    notices.set(message.answers, { ...notices.get(message.answers), ...notice });
  }
  return notices;
}

function partToText(part: Part): readonly string[] {
  if (part.type === "file") return [fileText(part.file)];
  return part.type === "text" ? [part.text] : [];
}

function isForModelOnly({ parts }: Message): boolean {
  const texts = parts.filter((part) => part.type === "text");
  return texts.length > 0 && texts.every(({ visibility }) => visibility === "model");
}

/** Results by call id up to the next reply, since some models reuse call ids in later steps. */
function resultsAfter(ordered: readonly Message[], index: number): ReadonlyMap<string, ToolResult> {
  const results = new Map<string, ToolResult>();
  for (let next = index + 1; next < ordered.length; next += 1) {
    const message = ordered[next];
    if (!message || message.role === "agent") break;
    for (const part of message.parts) if (part.type === "result") results.set(part.result.callId, part.result);
  }
  return results;
}

/** The inquiries of each reply. Call ids may be reused, so an inquiry belongs to the latest reply before it. */
function inquiriesByReply(
  ordered: readonly Message[],
  inquiries: readonly InquiryRecord[],
): ReadonlyMap<Message | undefined, readonly InquiryRecord[]> {
  const replies = new Map<string, Message[]>();
  for (const message of ordered) {
    for (const part of message.parts) {
      if (part.type !== "call") continue;
      const key = `${message.runId} ${part.call.id}`;
      const sameCall = replies.get(key);
      if (sameCall) sameCall.push(message);
      else replies.set(key, [message]);
    }
  }
  // Node 20 has no Map.groupBy.
  const grouped = new Map<Message | undefined, InquiryRecord[]>();
  for (const inquiry of inquiries) {
    const { runId, callId, askedAt } = inquiry;
    const reply = replies.get(`${runId} ${callId}`)?.findLast(({ at }) => at <= askedAt);
    grouped.set(reply, [...(grouped.get(reply) ?? []), inquiry]);
  }
  return grouped;
}
