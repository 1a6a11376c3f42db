import type { Draft, SavedDraft } from "@askback/core/wire";

/** A draft with where and when it was written. */
export interface KeptDraft extends SavedDraft {
  readonly origin: "here" | "browser" | "server";
}

/** Keeps drafts: in memory at once, in the browser after a moment, on the server after two seconds. */
export interface Drafts {
  /** The newest draft of an inquiry that is kept anywhere, and the others that differ from it. */
  find(inquiryId: string): Promise<readonly KeptDraft[]>;
  keep(inquiryId: string, draft: Draft): void;
  discard(inquiryId: string): Promise<void>;
  /** Calls back when another tab of this browser, or another device, wrote; returns how to stop that. */
  onOther(inquiryId: string, listener: (draft: KeptDraft) => void): () => void;
  /** Text of composers, by any name. */
  readonly texts: { get(name: string): Promise<string>; keep(name: string, text: string): void };
  /** Forgets everything of this person in this browser, for when they sign out. */
  wipe(): Promise<void>;
  close(): void;
}
