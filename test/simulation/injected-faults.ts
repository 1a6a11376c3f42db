import type { Claim, RecordedEvent, Store, StoredConversation } from "../../packages/server/src/store/store.ts";

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

/** Takes what waits for a time as if its clock were an hour ahead, as a server does that believes its own. */
export const clockAhead: InjectedFault = () => (store) => ({
  ...store,
  commit: (commit) => store.commit(commit.dueAt ? { ...commit, dueAt: commit.dueAt - hourMs } : commit),
  claim: async (request) =>
    (await store.claim(request)).map((claim) => ({
      ...claim,
      now: claim.now + (claim.conversation.status === "parked" ? hourMs : 0),
    })),
});

/** Tells a worker a time that is an hour behind. */
export const clockBehind: InjectedFault = () => (store) => ({
  ...store,
  claim: async (request) => (await store.claim(request)).map((claim) => ({ ...claim, now: claim.now - hourMs })),
});

const hourMs = 3_600_000;

/** Acknowledges a commit that the disk refused. */
export const acknowledgeUnwritten: InjectedFault = () => (store) => ({
  ...store,
  async commit(commit) {
    try {
      return await store.commit(commit);
    } catch (error) {
      const { epoch, claim, dueAt, expectedVersion, events } = commit;
      if (claim && dueAt === 0) throw error;
      const held = dueAt === 0 && epoch !== undefined ? { epoch } : {};
      return { ok: true, version: expectedVersion + events.length, ...held };
    }
  },
});

/** Loses the first event that a reader missed while it was away. */
export const shortReplay: InjectedFault = () => {
  let reached = 0;
  return (store) => ({
    ...store,
    async position() {
      const position = await store.position();
      reached = Math.max(reached, position);
      return position;
    },
    async events(range) {
      const found = await store.events(range);
      const isReplay = range.after < reached;
      reached = Math.max(reached, found.at(-1)?.position ?? 0);
      return isReplay ? found.slice(1) : found;
    },
  });
};

/** Knows no cursor, so that whoever comes back has to start over. */
export const forgottenCursors: InjectedFault = () => (store) => ({ ...store, isKnownPosition: async () => false });

/** Does not know its log from another one. */
export const everyCursorKnown: InjectedFault = () => (store) => ({
  ...store,
  history: async () => "0",
  isKnownPosition: async () => true,
});

/** Forgets the replies that last as long as their conversation. */
export const forgottenKeys: InjectedFault = () => (store) => ({
  ...store,
  commit({ reply, ...commit }) {
    return store.commit({ ...commit, ...(reply && !reply.lasting && { reply }) });
  },
});

/** Takes a commit on an older version of a conversation for one on the current version. */
export const lostUpdates: InjectedFault = () => (store) => ({
  ...store,
  async commit(commit) {
    const result = await store.commit(commit);
    if (result.ok || result.reason !== "version" || commit.epoch !== undefined) return result;
    const current = await store.load(commit.projection.conversation.id);
    return store.commit({ ...commit, expectedVersion: current?.version ?? 0 });
  },
});

/** Leaves out of the log that inquiries were resolved. */
export const untoldEnds: InjectedFault = () => (store) => ({
  ...store,
  events: async (range) => (await store.events(range)).filter(({ event }) => event.type !== "inquiry.resolved"),
});

/** Gives a model the transcript without what was recorded last. */
export const staleTranscripts: InjectedFault = () => (store) => ({
  ...store,
  modelMessages: async (id, start) => (await store.modelMessages(id, start)).slice(0, -1),
});

/** Gives the first state of each conversation that was remembered for the current one. */
export const staleRemembered: InjectedFault = () => {
  const first = new Map<string, StoredConversation>();
  return (store) => ({
    ...store,
    remembered(id) {
      const stored = store.remembered?.(id);
      if (stored && !first.has(id)) first.set(id, stored);
      return stored && { ...stored, conversation: first.get(id)?.conversation ?? stored.conversation };
    },
  });
};

/** Remembers a state when it is read first, and forgets it only when a commit on it is refused. */
export const staleStates: InjectedFault = () => {
  const remembered = new Map<string, StoredConversation>();
  return (store) => ({
    ...store,
    async load(id) {
      const stored = remembered.get(id) ?? (await store.load(id));
      if (stored) remembered.set(id, stored);
      return stored;
    },
    async commit(commit) {
      const result = await store.commit(commit);
      if (!result.ok) remembered.delete(commit.projection.conversation.id);
      return result;
    },
  });
};
