import { createSqliteStore, type Store } from "@askback/server";
import type { Crash } from "./crash-point.ts";

/** The store on SQLite, with a crash point before, inside and after each write; commits are counted. */
export function createCrashingStore(folder: string, crash: Crash): Store & { readonly commits: number } {
  let commits = 0;
  let claims = 0;
  let releases = 0;
  /** The commit that the next transaction holds. */
  let waiting: number | undefined;
  const store = createSqliteStore({
    folder,
    transactions: (db) => ({
      exec(sql) {
        const number = sql === "commit" ? waiting : undefined;
        if (number !== undefined) crash.reach("inside", "commit", number);
        db.exec(sql);
        if (number === undefined) return;
        waiting = undefined;
        crash.reach("after", "commit", number);
      },
    }),
  });
  return {
    ...store,
    get commits() {
      return commits;
    },
    async commit(commit) {
      commits += 1;
      const number = commits;
      crash.reach("before", "commit", number);
      await crash.hold("commit", number);
      waiting = number;
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
