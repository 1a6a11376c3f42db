import { type Conversation, effectKey, effectOf } from "@askback/core";

/** A conversation that this process works on. */
export interface Work {
  readonly conversationId: string;
  /** The epoch of the lease; it changes when we claim the conversation again after the lease had expired. */
  epoch: number;
  /** Another worker has the lease, so commits of this work would be refused. */
  isLeaseLost: boolean;
  /** The last version that this process has seen. */
  version: number;
  /** The effect under way; it is aborted when it is obsolete, the lease is lost, or the process stops. */
  current?: { readonly key: string; readonly abort: AbortController };
}

export function loseLease(work: Work): void {
  work.isLeaseLost = true;
  work.current?.abort.abort(new Error("the lease was lost"));
}

/** Aborts the effect under way if the conversation does not need it any more. */
export function abortIfObsolete({ current }: Work, conversation: Conversation): void {
  if (current && current.key !== effectKey(effectOf(conversation)))
    current.abort.abort(new Error("the effect is no longer needed"));
}
