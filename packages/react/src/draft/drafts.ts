import type { Draft, SavedDraft } from "@askback/core/wire";

/** A draft with where and when it was written. */
export interface KeptDraft extends SavedDraft {
  readonly origin: "here" | "browser" | "server";
}

/** Keeps drafts: in memory at once, in the browser after a moment, on the server after two seconds. */
export interface Drafts {
  /** The newest draft of an inquiry that is kept anywhere; others that differ from it are offered. */
  find(inquiryId: string): Promise<KeptDraft | undefined>;
  /** What was written in other tabs and on other devices, and is neither taken nor discarded. */
  offered(inquiryId: string): readonly SavedDraft[];
  /** `shown` is what its author saw before: what they did not see is offered, even if it was kept. */
  keep(inquiryId: string, draft: Draft, shown?: Draft): void;
  /** Takes an offered draft; what was there is offered instead. */
  take(inquiryId: string, offered: SavedDraft): void;
  /** Ends drafts; what was not named stays, since its author may not have seen it. */
  discard(inquiryId: string, gone: readonly Draft[]): Promise<void>;
  /** Calls back when another tab of this browser, or another device, wrote; returns how to stop that. */
  onOther(inquiryId: string, listener: (draft: KeptDraft) => void): () => void;
  /** Text of composers, by any name. */
  readonly texts: {
    /** Where several tabs wrote different texts, all of them. */
    get(name: string): Promise<string>;
    /** An empty text forgets what was kept here last. */
    keep(name: string, text: string): void;
    /** Forgets exactly this text, whoever wrote it, and nothing else. */
    forget(name: string, text: string): void;
  };
  /** Forgets everything of this person in this browser, for when they sign out. */
  wipe(): Promise<void>;
  close(): void;
}
