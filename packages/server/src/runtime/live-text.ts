import type { LiveText, SharedText } from "../store/store.ts";

export interface LiveDelta extends LiveText {
  /** What came last; `text` is all so far. */
  readonly delta: string;
}

export interface LiveTexts {
  /** A stream that begins; what is appended after its end is dropped, since a model may go on after it was aborted. */
  begin(stream: Omit<LiveText, "text">): { append(delta: string): void; end(): void };
  current(conversationId: string): LiveText | undefined;
  /** Calls back for each piece of text; returns how to stop that. */
  onDelta(listener: (delta: LiveDelta) => void): () => void;
  /** A number that changes when somebody begins to listen after nobody did; undefined while nobody does. */
  readonly watch: number | undefined;
  /** What streams here. */
  own(): Iterable<LiveText>;
  /** What streams on other servers from now on; whose text did not change is named without it. */
  show(streams: readonly SharedText[]): void;
}

export function createLiveTexts(): LiveTexts {
  const own = new Map<string, LiveText>();
  const others = new Map<string, LiveText>();
  const listeners = new Set<(delta: LiveDelta) => void>();
  let watches = 0;

  function tell(live: LiveText, delta: string): void {
    for (const listener of listeners) listener({ ...live, delta });
  }

  return {
    begin(stream) {
      let live: LiveText = { ...stream, text: "" };
      own.set(stream.conversationId, live);
      others.delete(stream.conversationId);
      const isCurrent = () => own.get(stream.conversationId) === live;
      return {
        append(delta) {
          if (!isCurrent()) return;
          live = { ...live, text: live.text + delta };
          own.set(stream.conversationId, live);
          tell(live, delta);
        },
        end() {
          if (isCurrent()) own.delete(stream.conversationId);
        },
      };
    },
    current: (conversationId) => own.get(conversationId) ?? others.get(conversationId),
    onDelta(listener) {
      if (listeners.size === 0) watches += 1;
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        // While nobody listens, nobody looks what becomes of them.
        if (listeners.size === 0) others.clear();
      };
    },
    get watch() {
      return listeners.size > 0 ? watches : undefined;
    },
    own: () => own.values(),
    show(streams) {
      const named = new Set(streams.map(({ conversationId }) => conversationId));
      for (const id of others.keys()) if (!named.has(id)) others.delete(id);
      for (const { text, ...stream } of streams) {
        const { conversationId } = stream;
        if (text === undefined || own.has(conversationId)) continue;
        const known = others.get(conversationId);
        const soFar = known && isSameStream(known, stream) && text.startsWith(known.text) ? known.text : "";
        const live = { ...stream, text };
        others.set(conversationId, live);
        if (text.length > soFar.length) tell(live, text.slice(soFar.length));
      }
    },
  };
}

export function isSameStream(one: Omit<LiveText, "text">, other: Omit<LiveText, "text">): boolean {
  return one.runId === other.runId && one.step === other.step && one.attempt === other.attempt;
}
