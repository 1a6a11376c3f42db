import type { Failure } from "@askback/client";
import type { Draft, Inquiry, SavedDraft } from "@askback/core/wire";
import type { DraftAction } from "../draft/draft.ts";

/** How a card stands, and the value of its `data-state`. */
export type CardState =
  | "pending"
  | "submitting"
  | "held"
  | "answered"
  | "answered-in-chat"
  | "delegated"
  | "declined"
  | "dismissed"
  | "expired"
  | "superseded"
  | "withdrawn"
  | "readonly";

/** What is on its way to the server. */
export type Sending =
  | { readonly status: "none" }
  | { readonly status: "sending"; readonly wish: Wish; readonly isSlow: boolean }
  /** Waits for a connection. */
  | { readonly status: "queued"; readonly wish: Wish }
  | { readonly status: "failed"; readonly wish: Wish; readonly problem: Failure };

/** What a person wants to become of an inquiry. */
export type Wish =
  | { readonly type: "answer"; readonly hold: number }
  | { readonly type: "delegate" | "decline" | "dismiss"; readonly comment?: string };

/** What somebody wanted at once and did not get; nothing of it is tried again by itself. */
export interface FailedAct {
  readonly act: "undo" | "deliver" | "extend" | "message";
  readonly problem: Failure;
}

/** All that a card shows and can do. Components are made of this alone, so that every state can be shown without a server. */
export interface InquiryCard {
  readonly inquiry: Inquiry;
  readonly state: CardState;
  /** Who looks at it; undefined until known. */
  readonly me: string | undefined;
  readonly draft: Draft;
  /** Set when the draft was not written on this page: where it comes from. */
  readonly restored?: Pick<SavedDraft, "device" | "savedAt">;
  /** A draft of another tab or device, or one that such a draft was taken instead of: it is offered and not taken. */
  readonly otherDraft?: SavedDraft;
  /** What was written and not sent when the inquiry ended otherwise or changed. */
  readonly recovered?: string;
  /** Set while the agent has changed its questions since the draft was begun, until it is sent. */
  readonly hasChanged?: true;
  /** Others who write at an answer right now. */
  readonly writers: readonly string[];
  readonly sending: Sending;
  /** Set where an answer failed and has lost a part since: who wants it sent again is asked as before sending. */
  readonly hasNewGaps?: true;
  readonly failedAct?: FailedAct;
  readonly isOffline: boolean;
  change(action: DraftAction): void;
  /** `hold` is for how many seconds it can be undone. */
  send(hold: number): void;
  settle(wish: Exclude<Wish, { type: "answer" }>): void;
  /** Takes a held answer back. */
  undo(): void;
  /** Delivers a held answer at once. */
  deliver(): void;
  retry(): void;
  cancelSending(): void;
  extend(until: string | null): void;
  discardDraft(): void;
  takeOtherDraft(): void;
  /** Words that found no use join what is recovered. */
  recover(words: string): void;
  discardRecovered(): void;
  /** Sends the recovered text to the conversation as a message. */
  sendRecovered(): void;
}
