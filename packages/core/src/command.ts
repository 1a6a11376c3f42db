import type { AnswerSet } from "./answer.ts";
import type { ChildEnd, Parent, Parked, RunError } from "./conversation.ts";
import type { InquiryRecord } from "./inquiry.ts";
import type { Message, Part } from "./message.ts";
import type { Terms } from "./run.ts";
import type { ToolResult } from "./tool-call.ts";
import type { Usage } from "./usage.ts";

/** Where a wish came from in the traces of whoever runs this: an opaque name, kept for who goes on with it. */
interface Traced {
  readonly trace?: string;
}

interface ByPerson extends Traced {
  readonly by: string;
  readonly at: number;
}

interface OnInquiry extends ByPerson {
  readonly inquiryId: string;
}

interface OnEffect {
  /** The key of the effect that is reported on. */
  readonly effect: string;
  readonly at: number;
}

/** A wish to change a conversation. Time and names come in as data. */
export type Command =
  | ({
      readonly type: "start";
      readonly conversationId: string;
      readonly agent: string;
      readonly project: string;
      readonly title?: string;
      readonly parent?: Parent;
      readonly message?: string;
      /** Who wrote the message, where that is not who starts the conversation. */
      readonly author?: string;
      readonly terms: Terms;
    } & ByPerson)
  /** Starts a conversation that goes another way from an inquiry of this one. */
  | ({
      readonly type: "fork";
      readonly conversationId: string;
      readonly from: Parked;
      readonly messages: readonly Message[];
      /** Those that were resolved before. */
      readonly inquiries: readonly InquiryRecord[];
    } & ByPerson)
  | ({ readonly type: "rename"; readonly title: string } & ByPerson)
  | ({
      readonly type: "send-message";
      readonly text: string;
      readonly separate: boolean;
      /** What its author has seen asked: to anything else that is open by now the message is separate. */
      readonly answers?: { readonly inquiry: string; readonly revision: number };
      readonly terms: Terms;
    } & ByPerson)
  | ({
      readonly type: "answer";
      readonly set: AnswerSet;
      readonly revision?: number;
      readonly holdMs?: number;
    } & OnInquiry)
  | ({
      readonly type: "delegate" | "decline" | "dismiss";
      readonly comment?: string;
      readonly revision?: number;
    } & OnInquiry)
  | ({ readonly type: "retract" } & OnInquiry)
  | ({ readonly type: "deliver" } & OnInquiry)
  /** Without a deadline (null) it waits for as long as it takes. */
  | ({ readonly type: "extend"; readonly deadline: number | null } & OnInquiry)
  | ({ readonly type: "withdraw" } & OnInquiry)
  /** `partial` is the text that had streamed when the stop came. */
  | ({ readonly type: "stop"; readonly partial?: string } & ByPerson)
  | ({ readonly type: "resume" | "retry"; readonly terms: Terms } & ByPerson)
  /** A sub-agent's conversation goes only with its parent's. */
  | ({ readonly type: "delete"; readonly withParent?: true } & ByPerson)
  | ({ readonly type: "wake"; readonly at: number } & Traced)
  | ({
      readonly type: "record-reply";
      readonly parts: readonly Part[];
      readonly usage: Usage;
      readonly note?: string;
    } & OnEffect)
  | ({ readonly type: "record-failure"; readonly error: RunError; readonly retryAt: number } & OnEffect)
  | ({
      readonly type: "record-summary";
      readonly through: number;
      /** The lowest number among the messages that stay. */
      readonly from: number;
      readonly summary: string;
      readonly usage: Usage;
    } & OnEffect)
  | ({ readonly type: "record-interruption" } & OnEffect)
  | ({ readonly type: "record-children-started" | "record-children-recalled" | "record-parent-told" } & OnEffect)
  /** From the sub-agent's side: it may come again, and late. */
  | { readonly type: "child-ended"; readonly childId: string; readonly end: ChildEnd; readonly at: number }
  | ({ readonly type: "start-tool" } & OnEffect)
  /** A gate that the agent's definition has now, though the run's terms do not know it. */
  | ({ readonly type: "gate-tool" } & OnEffect)
  | ({ readonly type: "finish-tool"; readonly result: Omit<ToolResult, "callId" | "name"> } & OnEffect);

export type CommandOf<Type extends Command["type"]> = Extract<Command, { type: Type }>;
