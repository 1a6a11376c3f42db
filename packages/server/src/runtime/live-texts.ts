import type { LiveText, SharedLiveText } from "../store/store.ts";

export interface LiveDelta extends LiveText {
  /** The text that was appended last; `text` is all of it so far. */
  readonly delta: string;
}

export interface LiveTexts {
  /** Begins a stream; text that is appended after its end is dropped, since a model may go on after an abort. */
  begin(stream: Omit<LiveText, "text">): { append(delta: string): void; end(): void };
  current(conversationId: string): LiveText | undefined;
  /** Calls back for each delta; returns the unsubscribe function. */
  onDelta(listener: (delta: LiveDelta) => void): () => void;
  /** A number that changes whenever the first listener subscribes; undefined without listeners. */
  readonly subscription: number | undefined;
  /** The streams of this server. */
  local(): Iterable<LiveText>;
  /** Sets the streams of other servers; one without a text has not changed. */
  setRemote(streams: readonly SharedLiveText[]): void;
}

export function createLiveTexts(): LiveTexts {
  const local = new Map<string, LiveText>();
  const remote = new Map<string, LiveText>();
  const listeners = new Set<(delta: LiveDelta) => void>();
  let subscriptions = 0;

  function callListeners(live: LiveText, delta: string): void {
    const change = { ...live, delta };
    for (const listener of listeners) listener(change);
  }

  return {
    begin(stream) {
      let live: LiveText = { ...stream, text: "" };
      local.set(stream.conversationId, live);
      remote.delete(stream.conversationId);
      const isCurrent = () => local.get(stream.conversationId) === live;
      return {
        append(delta) {
          if (!isCurrent()) return;
          live = { ...live, text: live.text + delta };
          local.set(stream.conversationId, live);
          callListeners(live, delta);
        },
        end() {
          if (isCurrent()) local.delete(stream.conversationId);
        },
      };
    },
    current: (conversationId) => local.get(conversationId) ?? remote.get(conversationId),
    onDelta(listener) {
      if (listeners.size === 0) subscriptions += 1;
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        // Without listeners the streams of other servers are not read, so they would become stale.
        if (listeners.size === 0) remote.clear();
      };
    },
    get subscription() {
      return listeners.size > 0 ? subscriptions : undefined;
    },
    local: () => local.values(),
    setRemote(streams) {
      const ids = new Set(streams.map(({ conversationId }) => conversationId));
      for (const id of remote.keys()) if (!ids.has(id)) remote.delete(id);
      for (const { text, ...stream } of streams) {
        const { conversationId } = stream;
        if (text === undefined || local.has(conversationId)) continue;
        const before = remote.get(conversationId);
        const soFar = before && isSameStream(before, stream) && text.startsWith(before.text) ? before.text : "";
        const live = { ...stream, text };
        remote.set(conversationId, live);
        if (text.length > soFar.length) callListeners(live, text.slice(soFar.length));
      }
    },
  };
}

export function isSameStream(one: Omit<LiveText, "text">, other: Omit<LiveText, "text">): boolean {
  return one.runId === other.runId && one.step === other.step && one.attempt === other.attempt;
}
