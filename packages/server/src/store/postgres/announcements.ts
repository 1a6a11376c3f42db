import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Database } from "./database.ts";

/** What there is to tell: the log grew, or text streams. Each is a channel of its own. */
export type News = "askback_committed" | "askback_texts";

/** Tells servers of the same database what happened, and hears from them. */
export interface Announcements {
  /** Who we are on the channels: what we said ourselves is not news. */
  readonly speaker: string;
  /** Tells the others soon that the log grew; what comes within a few milliseconds is told once. */
  announce(): void;
  /** Calls back when another server announced something, and now and then in case a word was lost. */
  listen(news: News, listener: () => void): () => void;
  close(): Promise<void>;
}

const allNews: readonly News[] = ["askback_committed", "askback_texts"];
const coalesceMs = 3;
const longestRestMs = 5_000;

export interface AnnouncementOptions {
  /** How often to look without having heard anything. */
  readonly pollMs: number;
  failed(error: unknown): void;
}

export function createAnnouncements(database: Database, { pollMs, failed }: AnnouncementOptions): Announcements {
  const listeners = new Map(allNews.map((news) => [news, new Set<() => void>()]));
  const speaker = randomUUID();
  const notify = database.prepared("askback_notify", "select pg_notify('askback_committed', $1)");
  let client: pg.Client | undefined;
  let isClosed = false;
  let isPlanned = false;
  let isLost = false;
  let rest = 100;
  let retry: NodeJS.Timeout | undefined;

  function tell(news: string): void {
    for (const listener of listeners.get(news as News) ?? []) listener();
  }
  const tellAll = () => allNews.forEach(tell);

  async function connect(): Promise<void> {
    try {
      const fresh = await database.connect();
      if (isClosed) return await fresh.end();
      client = fresh;
      fresh.on("notification", ({ channel, payload }) => payload === speaker || tell(channel));
      fresh.once("error", lost);
      fresh.once("end", lost);
      for (const news of allNews) await fresh.query(`listen ${news}`);
      rest = 100;
      // What was told while the connection was lost; before the first one the poll is soon enough.
      if (isLost) tellAll();
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
  const poll = setInterval(tellAll, pollMs);

  return {
    speaker,
    announce() {
      if (isPlanned || isClosed) return;
      isPlanned = true;
      setTimeout(() => {
        isPlanned = false;
        if (!isClosed) notify([speaker]).catch((error) => isClosed || failed(error));
      }, coalesceMs);
    },
    listen(news, listener) {
      listeners.get(news)?.add(listener);
      return () => listeners.get(news)?.delete(listener);
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
