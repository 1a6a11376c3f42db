import type { Commit, EventRange, RecordedEvent } from "../../store.ts";

/** The tail has what was committed last, so that a reader that follows the log need not read rows that were written a moment ago. */
export interface LogTail {
  /** Adds a commit of the transaction under way. */
  add(commit: Pick<Commit, "events" | "projection">, version: number): void;
  /** To be called when the transaction is rolled back. */
  forget(): void;
  /** To be called when it is committed, with the end of the log before and after it. */
  publish(before: number, after: number): void;
  /** To be called when nobody follows the log any more. */
  clear(): void;
  /** The events of a range; undefined where the log has to be read. What comes before the range is dropped. */
  events(range: EventRange): readonly RecordedEvent[] | undefined;
}

/** A follower that is so far behind reads the log. */
const maxEvents = 2_000;

type Added = Omit<RecordedEvent, "position">;

export function createLogTail(): LogTail {
  let added: Added[] = [];
  /** Without a gap. */
  let tail: RecordedEvent[] = [];

  function clear(): void {
    added = [];
    tail = [];
  }

  return {
    add({ events, projection: { conversation } }, version) {
      const { id: conversationId, project } = conversation;
      for (const [index, event] of events.entries())
        added.push({ conversationId, project, version: version - (events.length - 1 - index), event });
    },
    forget() {
      added = [];
    },
    publish(before, after) {
      const latest = added.map((event, index) => ({ position: before + index + 1, ...event }));
      added = [];
      const isErased = latest.some(({ event }) => event.type === "conversation.deleted");
      // The tail lacks what was committed while nobody followed, and nobody reads what was erased.
      if (latest.length !== after - before || isErased || tail.length + latest.length > maxEvents) return clear();
      tail = tail.at(-1)?.position === before ? [...tail, ...latest] : latest;
    },
    clear,
    events({ after, limit, conversationIds }) {
      const [first] = tail;
      const last = tail.at(-1);
      if (conversationIds || !first || !last || after < first.position - 1 || after >= last.position) return undefined;
      tail = tail.slice(after - first.position + 1);
      return tail.slice(0, limit);
    },
  };
}
