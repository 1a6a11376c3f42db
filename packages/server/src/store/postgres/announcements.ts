import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Database } from "./database.ts";

/** Tells servers of the same database what happened, and hears from them. */
export interface Announcements {
  /** Tells the others soon; what comes within a few milliseconds is told once. */
  announce(): void;
  /** Calls back when another server announced something, and now and then in case a word was lost. */
  listen(listener: () => void): () => void;
  close(): Promise<void>;
}

const channel = "askback_committed";
const coalesceMs = 3;
const longestRestMs = 5_000;

export interface AnnouncementOptions {
  /** How often to look without having heard anything. */
  readonly pollMs: number;
  failed(error: unknown): void;
}

export function createAnnouncements(database: Database, { pollMs, failed }: AnnouncementOptions): Announcements {
  const listeners = new Set<() => void>();
  const own = randomUUID();
  const notify = database.prepared("askback_notify", `select pg_notify('${channel}', $1)`);
  let client: pg.Client | undefined;
  let isClosed = false;
  let isPlanned = false;
  let isLost = false;
  let rest = 100;
  let retry: NodeJS.Timeout | undefined;

  const tell = () => {
    for (const listener of listeners) listener();
  };

  async function connect(): Promise<void> {
    try {
      const fresh = await database.connect();
      if (isClosed) return await fresh.end();
      client = fresh;
      fresh.on("notification", ({ payload }) => payload === own || tell());
      fresh.once("error", lost);
      fresh.once("end", lost);
      await fresh.query(`listen ${channel}`);
      rest = 100;
      // What was told while the connection was lost; before the first one the poll is soon enough.
      if (isLost) tell();
      isLost = false;
    } catch (error) {
      lost(error);
    }
  }

  function lost(error?: unknown): void {
    if (isClosed) return;
    isLost = true;
    client?.removeAllListeners();
    // Its connection is gone or going: errors that come late concern nobody.
    client?.on("error", () => {});
    void client?.end().catch(() => {});
    client = undefined;
    if (error) failed(error);
    clearTimeout(retry);
    retry = setTimeout(() => void connect(), rest);
    rest = Math.min(longestRestMs, rest * 2);
  }

  void connect();
  const poll = setInterval(tell, pollMs);

  return {
    announce() {
      if (isPlanned || isClosed) return;
      isPlanned = true;
      setTimeout(() => {
        isPlanned = false;
        if (!isClosed) notify([own]).catch((error) => isClosed || failed(error));
      }, coalesceMs);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      isClosed = true;
      clearInterval(poll);
      clearTimeout(retry);
      client?.removeAllListeners();
      client?.on("error", () => {});
      await client?.end().catch(() => {});
    },
  };
}
