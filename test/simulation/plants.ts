import type { Claim, RecordedEvent, Store } from "../../packages/server/src/store/store.ts";

/** Faults of a store that a simulation worth its name finds. Each is planted once a history, for all of its servers. */
export type Plant = () => (store: Store) => Store;

/** Takes every commit of a worker for one with the current lease. */
export const noEpochCheck: Plant = () => {
  const epochs = new Map<string, number>();
  return (store) => ({
    ...store,
    async claim(request) {
      const claims: readonly Claim[] = await store.claim(request);
      for (const { conversation, epoch } of claims) epochs.set(conversation.id, epoch);
      return claims;
    },
    async commit(commit) {
      const { id } = commit.projection.conversation;
      const current = epochs.get(id) ?? commit.epoch;
      const result = await store.commit(
        commit.epoch === undefined || current === undefined ? commit : { ...commit, epoch: current },
      );
      if (result.ok && result.epoch !== undefined) epochs.set(id, result.epoch);
      return result;
    },
  });
};

/** Shows events to followers of the log when their commit begins, whatever comes of it. */
export const publishBeforeCommit: Plant = () => {
  let early: RecordedEvent[] = [];
  const listeners = new Set<() => void>();
  return (store) => ({
    ...store,
    async commit(commit) {
      const { projection, expectedVersion, events } = commit;
      const { id: conversationId, project } = projection.conversation;
      const before = await store.position();
      early = events.map((event, index) => {
        const count = index + 1;
        return { position: before + count, conversationId, project, version: expectedVersion + count, event };
      });
      for (const listener of listeners) listener();
      return store.commit(commit);
    },
    async events(range) {
      const committed = await store.events(range);
      const last = committed.at(-1)?.position ?? range.after;
      return [...committed, ...early.filter(({ position }) => position > last)];
    },
    onCommitted(listener) {
      listeners.add(listener);
      const stop = store.onCommitted(listener);
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
  });
};

/** Tells of what is due at once and forgets the rest, so that nobody looks when its time comes, or when a lease runs out. */
export const lostWake: Plant = () => (store) => ({
  ...store,
  async dueIn() {
    return (await store.dueIn()) === 0 ? 0 : undefined;
  },
});
