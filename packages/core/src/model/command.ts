import type { AnswerSet } from "./answer.ts";
import type { Audience } from "./audience.ts";
import type { ChildEnd, Idle, Parent, Parked } from "./conversation.ts";
import type { RunError } from "./failure.ts";
import type { FileReference } from "./file.ts";
import type { GatedCall, Inquiry, InquiryRecord, Origin } from "./inquiry.ts";
import type { Message, Part } from "./message.ts";
import type { Presentation } from "./presentation.ts";
import type { Question } from "./question.ts";
import type { QuorumRule } from "./quorum.ts";
import type { Terms, Usage } from "./run.ts";
import type { StandingAnswer } from "./standing-answer.ts";
import type { Editable, ToolResult } from "./tool-call.ts";

interface Asking {
  /** Random hexadecimal digits, which become part of the ids of what the command asks, and of the revision that it amends to. */
  readonly nonce?: string | undefined;
}

/** The trace in which the command was given; the core only stores and compares it. */
interface Traced extends Asking {
  readonly trace?: string;
}

interface ByPerson extends Traced {
  readonly by: string;
  /** The groups to which they belong. */
  readonly groups?: readonly string[];
  /** Set where a key or an embed token gave it, so that nobody knows which person did. */
  readonly byKey?: true;
  /** What people call them; recorded where the model is told who several deciders were. */
  readonly name?: string;
  /** The way by which it came, such as `web`; only the audit records it. */
  readonly via?: string;
  /** The key that let them in, in a page of somebody else; only the audit records it. */
  readonly key?: string;
  readonly at: number;
}

interface OnInquiry extends ByPerson {
  readonly inquiryId: string;
}

interface OnEffect extends Asking {
  /** The key of the effect on which this reports. */
  readonly effect: string;
  readonly at: number;
}

/** A request to change a conversation. Time and ids are part of it, since the core has neither clock nor randomness. */
export type Command =
  | ({
      readonly type: "start";
      readonly conversationId: string;
      readonly agent: string;
      readonly project: string;
      readonly title?: string;
      readonly parent?: Parent;
      readonly message?: string;
      /** The files of the message. */
      readonly files?: readonly FileReference[];
      /** The author of the message, unless it is the one who starts the conversation. */
      readonly author?: string;
      readonly terms: Terms;
    } & ByPerson)
  /** Starts a copy of another conversation: parked on one of its inquiries, or continued with another message. */
  | ({
      readonly type: "fork";
      readonly conversationId: string;
      readonly from: Parked | Idle;
      readonly messages: readonly Message[];
      /** The inquiries that were resolved before. */
      readonly inquiries: readonly InquiryRecord[];
      /** This message takes the place of one of the old conversation. */
      readonly message?: {
        readonly instead: string;
        readonly text: string;
        readonly files: readonly FileReference[];
        readonly separate: boolean;
        readonly terms: Terms;
      };
    } & ByPerson)
  | ({ readonly type: "rename"; readonly title: string } & ByPerson)
  | ({
      readonly type: "send-message";
      readonly text: string;
      readonly files?: readonly FileReference[];
      readonly separate: boolean;
      /** The inquiry that the author has seen; if another one is open by now, the message does not answer it. */
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
  /** Null removes the deadline. */
  | ({ readonly type: "extend"; readonly deadline: number | null } & OnInquiry)
  | ({ readonly type: "withdraw" } & OnInquiry)
  /** Says that somebody is answering, or no longer; it keeps nobody from answering. */
  | ({ readonly type: "take" } & OnInquiry)
  | ({ readonly type: "release" } & OnInquiry)
  /** Null assigns it to nobody. */
  | ({
      readonly type: "assign";
      readonly to: string | null;
      /** The groups of whom it is assigned to. */
      readonly toGroups?: readonly string[];
      /** Whether who may not answer yet may do so from now on. */
      readonly widens?: true;
    } & OnInquiry)
  /** The program that asked starts its allowed call, or reports its end. */
  | ({ readonly type: "start-call"; readonly starter?: string } & OnInquiry)
  | ({ readonly type: "finish-call"; readonly starter?: string; readonly interrupted?: true } & OnInquiry)
  /** Starts a conversation in which a program asks that runs elsewhere. */
  | ({ readonly type: "open-thread" } & ExternalConversation & ByPerson)
  /** Such a program asks; a conversation that does not exist yet is started. */
  | ({
      readonly type: "ask";
      readonly inquiry: AskedElsewhere;
      /** The standing answers for the agent. */
      readonly standing?: readonly StandingAnswer[];
    } & ExternalConversation &
      ByPerson)
  /** The asker changes an open inquiry; what is left out stays, and null removes it. */
  | ({
      readonly type: "amend";
      readonly inquiry: {
        readonly questions?: readonly Question[];
        readonly context?: string | null;
        readonly approval?: GatedCall;
        readonly deadline?: number | null;
      };
      /** The revision that the asker has seen. */
      readonly revision?: number;
    } & OnInquiry)
  /** `partial` is the text that had streamed before the stop. */
  | ({ readonly type: "stop"; readonly partial?: string } & ByPerson)
  | ({ readonly type: "resume" | "retry"; readonly terms: Terms } & ByPerson)
  | ({ readonly type: "revoke-permission"; readonly permissionId: string } & ByPerson)
  /** A sub-agent's conversation is deleted only with its parent's. */
  | ({ readonly type: "delete"; readonly withParent?: true } & ByPerson)
  | ({ readonly type: "wake"; readonly at: number } & Traced)
  | ({
      readonly type: "record-reply";
      readonly parts: readonly Part[];
      readonly usage: Usage;
      readonly note?: string;
      /** The standing answers for the agent. */
      readonly standing?: readonly StandingAnswer[];
    } & OnEffect)
  | ({ readonly type: "record-failure"; readonly error: RunError; readonly retryAt: number } & OnEffect)
  | ({
      readonly type: "record-summary";
      readonly through: number;
      /** The lowest number among the messages that are kept. */
      readonly from: number;
      readonly summary: string;
      readonly usage: Usage;
    } & OnEffect)
  | ({ readonly type: "record-interruption" } & OnEffect)
  | ({ readonly type: "record-children-started" | "record-children-recalled" | "record-parent-told" } & OnEffect)
  /** Sent by the sub-agent; it may arrive late and more than once. */
  | ({ readonly type: "child-ended"; readonly childId: string; readonly end: ChildEnd; readonly at: number } & Asking)
  | ({ readonly type: "start-tool" } & OnEffect)
  /** The agent's definition gates this tool by now, although the terms of the run do not. */
  | ({
      readonly type: "gate-tool";
      readonly presentation?: Presentation;
      readonly editable?: Editable;
      readonly quorum?: readonly QuorumRule[];
      readonly audience?: Audience;
    } & OnEffect)
  | ({ readonly type: "finish-tool"; readonly result: Omit<ToolResult, "callId" | "name"> } & OnEffect);

interface ExternalConversation {
  readonly conversationId: string;
  readonly agent: string;
  readonly project: string;
  readonly title?: string;
  readonly thread?: string;
}

/** The ask of a program, as the contract read it. */
export interface AskedElsewhere
  extends Pick<
    Inquiry,
    | "contract"
    | "questions"
    | "context"
    | "approval"
    | "deadline"
    | "audience"
    | "quorum"
    | "channels"
    | "escalation"
    | "onDeadline"
  > {
  readonly origin: Origin;
}

export type CommandOf<Type extends Command["type"]> = Extract<Command, { type: Type }>;

/** Why a command was refused. The codes are stable; each API maps them to its own errors. */
export type Refusal =
  | { readonly code: "conversation-exists" }
  | { readonly code: "conversation-unknown" }
  | { readonly code: "inquiry-not-open"; readonly inquiryId: string }
  | { readonly code: "inquiry-not-held"; readonly inquiryId: string }
  /** Only these may answer, and the caller is none of them. */
  | { readonly code: "not-in-audience"; readonly inquiryId: string; readonly audience: Audience }
  | { readonly code: "inquiry-without-deadline"; readonly inquiryId: string }
  | { readonly code: "deadline-not-later"; readonly inquiryId: string }
  | { readonly code: "revision-changed"; readonly inquiryId: string; readonly revision: number }
  | { readonly code: "answer-misfit"; readonly inquiryId: string; readonly reason: string }
  /** Several people must agree, and a key is none of them. */
  | { readonly code: "agreement-by-key"; readonly inquiryId: string }
  /** Several people must agree, and who asked is none of them. */
  | { readonly code: "approval-by-asker"; readonly inquiryId: string }
  /** Only these may answer, and who it would be assigned to is none of them. */
  | { readonly code: "assignee-not-in-audience"; readonly inquiryId: string; readonly audience: Audience }
  /** Only a program that runs elsewhere may change what it asked. */
  | { readonly code: "inquiry-not-amendable"; readonly inquiryId: string }
  /** Only the program that asked changes or withdraws what it asked. */
  | { readonly code: "not-the-asker"; readonly inquiryId: string }
  /** The thread has as many open asks as it may: one of them has to end first. */
  | { readonly code: "thread-full" }
  /** The agent runs elsewhere and reads no messages, and this one answers none of its inquiries. */
  | { readonly code: "message-unread" }
  /** It is not allowed, was started before, or its start is not reported. */
  | { readonly code: "call-not-startable"; readonly inquiryId: string }
  /** No call of it was started, or its end is reported already. */
  | { readonly code: "call-not-started"; readonly inquiryId: string }
  /** Another starter runs it, which alone knows its end. */
  | { readonly code: "call-of-other-starter"; readonly inquiryId: string }
  | { readonly code: "message-blank" }
  | { readonly code: "files-misfit"; readonly reason: string }
  | { readonly code: "title-blank" }
  /** A sub-agent takes commands only from its parent. */
  | { readonly code: "belongs-to-parent"; readonly parentId: string }
  | { readonly code: "nothing-to-stop" }
  | { readonly code: "nothing-to-resume" }
  | { readonly code: "nothing-to-retry" }
  | { readonly code: "permission-unknown"; readonly permissionId: string }
  | { readonly code: "effect-stale" };

export type RefusalCode = Refusal["code"];
