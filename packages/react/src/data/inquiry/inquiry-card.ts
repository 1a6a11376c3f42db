import type { Failure } from "@askback/client";
import type { Draft, Inquiry, Me, ResolutionType, SavedDraft } from "@askback/core/wire";
import type { DraftAction } from "../drafts/draft.ts";
import type { ResolutionRequest } from "../outbox/submission.ts";
import type { InquiryChange } from "./inquiry-changes.ts";

/** The state of a card, and the value of its `data-state`. */
export type CardState = "pending" | "submitting" | "held" | ResolutionType | "readonly";

/** A resolution on its way to the server. */
export type Sending =
  | { readonly status: "none" }
  | { readonly status: "sending"; readonly submission: ResolutionRequest; readonly isSlow: boolean }
  /** Waits until the server can be reached; `isServerBusy` if it can, and could not take it yet. */
  | { readonly status: "queued"; readonly submission: ResolutionRequest; readonly isServerBusy?: true }
  | { readonly status: "failed"; readonly submission: ResolutionRequest; readonly problem: Failure };

/** An action that the server has not answered for a while. It is sent when the server can be reached. */
export interface WaitingAction {
  readonly action: "undo" | "deliver" | "extend" | "message";
  /** Set for a message, unless it is being sent. */
  readonly canCancel?: true;
}

/** An action that the server refused. */
export interface FailedAction {
  /** `undoLate` if the answer was delivered before it could be undone. */
  readonly action: "undo" | "undoLate" | "deliver" | "extend" | "message";
  readonly problem: Failure;
}

/** What an asker changed in an open inquiry. */
export interface Amendment {
  /** Empty if the draft was written for a revision that this page never had. */
  readonly changes: readonly InquiryChange[];
  /** The labels of picks that are no longer offered. */
  readonly droppedPicks: readonly string[];
  /** Set if an answer to the older revision was on its way and was refused. */
  readonly isAnswerRefused?: true;
}

/** How many seconds an answer given by one tap can be undone. */
export const oneTapHold = 5;

/** All that a card shows and can do. Components use nothing else, so that every state can be shown without a server. */
export interface InquiryCard {
  readonly inquiry: Inquiry;
  /** The title of the agent that asks; unless given it derives from the agent's name. */
  readonly agentTitle?: string;
  /** The name of who resolved it; unless given people know them by their id. */
  readonly resolverName?: string;
  readonly state: CardState;
  /** The id of the current user; undefined until known. */
  readonly me: string | undefined;
  readonly draft: Draft;
  /** Set if the draft was not written on this page: when it was written, and on which device if not on this one. */
  readonly restored?: Pick<SavedDraft, "savedAt"> & Partial<Pick<SavedDraft, "device">>;
  /** A draft of another tab or device, which is offered and not taken. */
  readonly otherDraft?: SavedDraft;
  /** What was written and not sent when the inquiry ended otherwise or changed. */
  readonly recovered?: string;
  /** What the asker has changed while the card was open, until it is acknowledged or an answer is sent. */
  readonly amendment?: Amendment;
  /** Other people who are writing an answer right now. */
  readonly writers: readonly string[];
  readonly sending: Sending;
  /** Set if an answer failed and has lost a part since, so that Retry asks first. */
  readonly hasNewGaps?: true;
  readonly waitingAction?: WaitingAction;
  readonly failedAction?: FailedAction;
  readonly isOffline: boolean;
  /** The server has no such inquiry any more, as after a restore of an older state: nothing can be sent. */
  readonly isGone?: true;
  change(action: DraftAction): void;
  /** `hold` is for how many seconds it can be undone. */
  send(hold: number): void;
  resolve(request: Exclude<ResolutionRequest, { type: "answer" }>): void;
  /** Takes a held answer back. */
  undo(): void;
  /** Delivers a held answer at once. */
  deliver(): void;
  retry(): void;
  cancelSending(): void;
  extend(until: string | null): void;
  /** The person has read what was changed. */
  acknowledge(): void;
  discardDraft(): void;
  takeOtherDraft(): void;
  /** Adds a text that was not sent to what is recovered. */
  recover(text: string): void;
  discardRecovered(): void;
  /** Sends the recovered text to the conversation as a message. */
  sendRecovered(): void;
  /** Offers the recovered text again instead, while it waits. */
  cancelRecovered(): void;
}

/** The state of a card. What the server says of an inquiry comes before what this page has sent. */
export function cardStateOf(inquiry: Inquiry, sending: Sending, me: Me | undefined): CardState {
  switch (inquiry.status) {
    case "held":
      return isHeldByOther(inquiry, me) ? "readonly" : "held";
    case "open":
      if ((me && !me.scopes.includes("answer")) || inquiry.mayAnswer === false) return "readonly";
      return sending.status === "sending" || sending.status === "queued" ? "submitting" : "pending";
    default:
      return inquiry.status;
  }
}

/** Only the person who gave a held answer can undo it. */
function isHeldByOther({ receipt }: Inquiry, me: Me | undefined): boolean {
  return me !== undefined && receipt?.by !== undefined && receipt.by !== me.id;
}
