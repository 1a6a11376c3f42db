import type { Connection, Failure } from "@askback/client";
import type { Conversation, DraftSaved, Inquiry, Me, Message } from "@askback/core/wire";
import type { Source } from "./source.ts";

/** What is known of something that is read from the server. What was there once stays while a later look fails. */
export type Known<Value> =
  | { readonly status: "loading" }
  | { readonly status: "ready"; readonly value: Value }
  | { readonly status: "failed"; readonly problem: Failure; readonly value?: Value };

export interface Thread {
  readonly conversation: Conversation;
  /** Oldest first; the newest part of all. */
  readonly messages: readonly Message[];
  readonly hasEarlier: boolean;
}

export interface LiveText {
  readonly runId: string;
  readonly step: number;
  readonly text: string;
}

/** The state of the server as it changes, over one stream of events. Equal ids give the same source. */
export interface Live {
  readonly connection: Source<Connection>;
  readonly me: Source<Known<Me>>;
  thread(conversationId: string): Source<Known<Thread>> & { showEarlier(): Promise<void> };
  /** What the model is writing, apart from the thread, so that a piece of text disturbs nothing else. */
  text(conversationId: string): Source<LiveText | undefined>;
  inquiry(inquiryId: string): Source<Known<Inquiry>>;
  /** Those who write at an answer elsewhere, until they are silent for a while. */
  writers(inquiryId: string): Source<readonly string[]>;
  /** Reads an inquiry now; undefined where it cannot be read and never was. */
  look(inquiryId: string): Promise<Inquiry | undefined>;
  /** Calls back for what happens; returns how to stop that. */
  onEvent(listener: (event: LiveEvent) => void): () => void;
  close(): void;
}

/** What a component may want to know beside the state itself. */
export type LiveEvent =
  | { readonly type: "asked" | "changed" | "resolved"; readonly conversationId: string; readonly inquiryId: string }
  | { readonly type: "conversation"; readonly conversationId: string }
  | { readonly type: "drafted"; readonly saved: DraftSaved }
  /** The stream began anew: whatever was read before may be old. */
  | { readonly type: "snapshot" };
