import type { EventRange, RecordedEvent } from "../../store/store.ts";
import type { Feed, Following } from "../feed.ts";

export const entry: Omit<RecordedEvent, "position"> = {
  conversationId: "conv_a",
  project: "default",
  version: 1,
  event: { type: "conversation.deleted", at: 0, by: "x" },
};

/** A log whose reads wait for a scheduler. */
export function createLog(wait: () => Promise<unknown> = async () => {}) {
  const log: RecordedEvent[] = [];
  const listeners = new Set<() => void>();
  return {
    log,
    listeners,
    reads: 0,
    append(conversationId = "conv_a") {
      const position = log.length + 1;
      log.push({ ...entry, position, conversationId, version: position });
      for (const listener of listeners) listener();
    },
    async events({ after, limit, conversationIds }: EventRange) {
      this.reads += 1;
      const found = log
        .filter((entry) => entry.position > after && (conversationIds?.includes(entry.conversationId) ?? true))
        .slice(0, limit);
      await wait();
      return found;
    },
    /** Events up to this position are pruned. */
    horizon: 0,
    async isLogComplete({ after }: Pick<EventRange, "after">) {
      return after >= this.horizon;
    },
    async position() {
      const position = log.length;
      await wait();
      return position;
    },
    id: "log",
    async history() {
      return this.id;
    },
    replacedListeners: new Set<() => void>(),
    onReplaced(listener: () => void) {
      this.replacedListeners.add(listener);
      return () => this.replacedListeners.delete(listener);
    },
    replaceBy(id: string) {
      this.id = id;
      for (const listener of this.replacedListeners) listener();
    },
    onCommitted(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export interface Follower {
  readonly seen: number[];
  following?: Following;
  stopped: boolean;
}

export function follow(feed: Feed): Follower {
  const follower: Follower = { seen: [], stopped: false };
  void feed
    .follow(({ position }) => follower.seen.push(position))
    .then((following) => {
      follower.following = following;
    });
  return follower;
}
