import type { Event } from "@askback/core";
import { createPostgresStore, createSqliteStore, type Store } from "@askback/server";
import type { Crash } from "./crash-point.ts";
import { conversationName, eventName } from "./event-names.ts";

/** A store with a crash point before, inside and after each write. */
export interface CrashingStore extends Store {
  /** The names of each commit so far: its number, and those of its events. */
  readonly commits: readonly (readonly string[])[];
}

export async function createCrashingStore(
  { folder, url }: { readonly folder: string; readonly url: string | undefined },
  crash: Crash,
): Promise<CrashingStore> {
  const commits: (readonly string[])[] = [];
  let claims = 0;
  let releases = 0;
  let noticeClaims = 0;
  let settlements = 0;
  /** The names of the commits in the next transaction. */
  let waiting: string[] = [];
  const store = url === undefined ? onSqlite() : await createPostgresStore({ url, onError: console.error });

  /** The process can die inside a SQLite transaction. */
  function onSqlite(): Store {
    return createSqliteStore({
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
  }

  /** With PostgreSQL the process dies as soon as the commit is confirmed. */
  async function send(commit: Parameters<Store["commit"]>[0], names: readonly string[]): ReturnType<Store["commit"]> {
    const result = await store.commit(commit);
    crash.reach("after", "commit", ...names);
    return result;
  }

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
      if (url !== undefined) return send(commit, names);
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
    notices: {
      ...store.notices,
      async claim(request) {
        const claimed = await store.notices.claim(request);
        if (claimed.length > 0) noticeClaims += 1;
        if (claimed.length > 0) crash.reach("after", "notice-claim", noticeClaims);
        return claimed;
      },
      async settle(settlement) {
        settlements += 1;
        crash.reach("before", "settlement", settlements);
        const isSettled = await store.notices.settle(settlement);
        crash.reach("after", "settlement", settlements);
        return isSettled;
      },
    },
    async release(conversationId, epoch) {
      releases += 1;
      crash.reach("before", "release", releases);
      await store.release(conversationId, epoch);
      crash.reach("after", "release", releases);
    },
  };
}
