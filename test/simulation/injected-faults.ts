import type { Claim, RecordedEvent, Store } from "../../packages/server/src/store/store.ts";

/** A fault of a store that the simulation must find. It is created once a history and injected into the store of each server. */
export type InjectedFault = () => (store: Store) => Store;

/** Accepts every commit of a worker as if it had the current lease. */
export const noEpochCheck: InjectedFault = () => {
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

/** Publishes events when their commit begins, whether or not it succeeds. */
export const publishBeforeCommit: InjectedFault = () => {
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

/** Reports only what is due at once, so no server wakes when a later time comes or a lease expires. */
export const lostWake: InjectedFault = () => (store) => ({
  ...store,
  async dueIn() {
    return (await store.dueIn()) === 0 ? 0 : undefined;
  },
});
