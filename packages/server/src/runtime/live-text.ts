/** Text that streams right now. It is shown and forgotten: the recorded reply is the whole. */
export interface LiveText {
  readonly conversationId: string;
  readonly project: string;
  readonly runId: string;
  readonly step: number;
  readonly attempt: number;
  readonly text: string;
}

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
}

export function createLiveTexts(): LiveTexts {
  const texts = new Map<string, LiveText>();
  const listeners = new Set<(delta: LiveDelta) => void>();
  return {
    begin(stream) {
      let live: LiveText = { ...stream, text: "" };
      texts.set(stream.conversationId, live);
      const isCurrent = () => texts.get(stream.conversationId) === live;
      return {
        append(delta) {
          if (!isCurrent()) return;
          live = { ...live, text: live.text + delta };
          texts.set(stream.conversationId, live);
          for (const listener of listeners) listener({ ...live, delta });
        },
        end() {
          if (isCurrent()) texts.delete(stream.conversationId);
        },
      };
    },
    current: (conversationId) => texts.get(conversationId),
    onDelta(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
