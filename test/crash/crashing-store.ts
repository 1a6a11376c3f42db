import type { Event } from "@askback/core";
import { createSqliteStore, type Store } from "@askback/server";
import type { Crash } from "./crash-point.ts";
import { conversationName, eventName } from "./names.ts";

/** The store on SQLite, with a crash point before, inside and after each write. */
export interface CrashingStore extends Store {
  /** The names of each commit so far: its number, and those of its events. */
  readonly commits: readonly (readonly string[])[];
}

export function createCrashingStore(folder: string, crash: Crash): CrashingStore {
  const commits: (readonly string[])[] = [];
  let claims = 0;
  let releases = 0;
  /** The names of all commits that the next transaction holds. */
  let waiting: string[] = [];
  const store = createSqliteStore({
    folder,
    transactions: (db) => ({
      exec(sql) {
        const names = sql === "commit" ? waiting : [];
        crash.reach("inside", "commit", ...names);
        db.exec(sql);
        if (sql === "commit") waiting = [];
        crash.reach("after", "commit", ...names);
      },
    }),
  });

  async function namesOf(id: string, events: readonly Event[]): Promise<readonly string[]> {
    const [recorded] = await store.events({ after: 0, limit: 1, conversationIds: [id] });
    const first = recorded?.event ?? events[0];
    const conversation = conversationName(id, first?.type === "conversation.forked");
    return events.map((event) => eventName(conversation, event));
  }

  return {
    ...store,
    commits,
    async commit(commit) {
      const events = await namesOf(commit.projection.conversation.id, commit.events);
      const names = [String(commits.length + 1), ...events];
      commits.push(names);
      crash.reach("before", "commit", ...names);
      await crash.hold("commit", ...names);
      waiting.push(...names);
      return store.commit(commit);
    },
    async claim(request) {
      crash.reach("before", "claim", claims + 1);
      const claimed = await store.claim(request);
      if (claimed.length > 0) claims += 1;
      if (claimed.length > 0) crash.reach("after", "claim", claims);
      return claimed;
    },
    async release(conversationId, epoch) {
      releases += 1;
      crash.reach("before", "release", releases);
      await store.release(conversationId, epoch);
      crash.reach("after", "release", releases);
    },
  };
}
