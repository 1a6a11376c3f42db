import { conversationIdOf, type InquiryRecord } from "@askback/core";
import type { Feed, Following } from "../../feed/feed.ts";
import type { Store } from "../../store/store.ts";

/** Requests that wait for the resolution of an inquiry. */
export interface InquiryWaits {
  /** The inquiry when it is resolved, or as it is when the time is up; as it was when the signal aborts. */
  untilResolved(inquiryId: string, waitMs: number, signal: AbortSignal): Promise<InquiryRecord | undefined>;
}

/** One reader of the feed serves all requests that wait, however many; without them nothing is read. */
export function createInquiryWaits({ store, feed }: { readonly store: Store; readonly feed: Feed }): InquiryWaits {
  const waiting = new Map<string, Set<() => void>>();
  let following: Promise<Following> | undefined;

  function follow(): Promise<Following> {
    if (following) return following;
    const started = feed.follow(({ event, conversationId }) => {
      if (event.type === "inquiry.resolved") wake(event.inquiryId);
      if (event.type === "conversation.deleted")
        for (const id of [...waiting.keys()]) if (conversationIdOf(id) === conversationId) wake(id);
    }, wakeAll);
    // A feed that could not be read is followed anew by the next request.
    started.catch(() => {
      if (following === started) following = undefined;
    });
    following = started;
    return started;
  }

  function wake(inquiryId: string): void {
    for (const resolve of waiting.get(inquiryId) ?? []) resolve();
  }

  /** Another log took the place of this one, and the feed has ended. */
  function wakeAll(): void {
    following = undefined;
    for (const id of [...waiting.keys()]) wake(id);
  }

  function add(inquiryId: string, resolve: () => void): void {
    const others = waiting.get(inquiryId);
    if (others) others.add(resolve);
    else waiting.set(inquiryId, new Set([resolve]));
  }

  function remove(inquiryId: string, resolve: () => void): void {
    const all = waiting.get(inquiryId);
    all?.delete(resolve);
    if (all?.size === 0) waiting.delete(inquiryId);
    if (waiting.size > 0) return;
    const ended = following;
    following = undefined;
    void ended?.then(
      ({ stop }) => stop(),
      () => {},
    );
  }

  return {
    async untilResolved(inquiryId, waitMs, signal) {
      const { promise, resolve } = Promise.withResolvers<void>();
      add(inquiryId, resolve);
      const timer = setTimeout(resolve, waitMs);
      const onAbort = () => resolve();
      signal.addEventListener("abort", onAbort, { once: true });
      if (signal.aborted) resolve();
      try {
        await follow();
        const record = await store.inquiry(inquiryId);
        if (!record || record.resolution) return record;
        await promise;
        // Thousands may leave at once, or wait when the server stops, and need no second look.
        return signal.aborted ? record : await store.inquiry(inquiryId);
      } finally {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
        remove(inquiryId, resolve);
      }
    },
  };
}
