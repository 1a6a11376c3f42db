import { randomUUID } from "node:crypto";
import { setTimeout as waited } from "node:timers/promises";
import type pg from "pg";
import type { Database } from "./database.ts";

/** What there is to tell: the log grew, text streams, a conversation was disturbed, or somebody drafts. Each is a channel of its own. */
type News = "askback_committed" | "askback_texts" | "askback_disturbed" | "askback_drafting";

/** Tells servers of the same database what happened, and hears from them. */
export interface Announcements {
  /** Who we are on the channels: what we said ourselves is not news. */
  readonly speaker: string;
  /** Settles when we hear the others, or after the first attempt to; more follow. */
  readonly started: Promise<void>;
  /** Tells the others soon that the log grew; what comes within a few milliseconds is told once. */
  announce(): void;
  /** Tells the others at once that somebody committed to conversations that one of them works on. */
  disturb(conversationIds: readonly string[]): void;
  /** Calls back when another server announced something, and now and then, without its words, in case some were lost. */
  listen(news: News, listener: (words?: string) => void): () => void;
  close(): Promise<void>;
}

const allNews: readonly News[] = ["askback_committed", "askback_texts", "askback_disturbed", "askback_drafting"];
/** What can be looked for without having heard of it. Of a disturbance the next extension of the lease tells, and who drafts goes on. */
const newsToLookFor: readonly News[] = ["askback_committed", "askback_texts"];
const coalesceMs = 3;
const longestRestMs = 5_000;
/** A connection on which nothing comes back for so long is taken for dead. */
const patienceMs = 5_000;

export interface AnnouncementOptions {
  /** How often to look without having heard anything. */
  readonly pollMs: number;
  failed(error: unknown): void;
}

export function createAnnouncements(database: Database, { pollMs, failed }: AnnouncementOptions): Announcements {
  const listeners = new Map(allNews.map((news) => [news, new Set<(words?: string) => void>()]));
  const speaker = randomUUID();
  const notify = database.prepared("askback_notify", "select pg_notify('askback_committed', $1)");
  const disturb = database.prepared(
    "askback_disturb",
    "select pg_notify('askback_disturbed', $1 || ' ' || id) from unnest($2::text[]) as t (id)",
  );
  let client: pg.Client | undefined;
  let isClosed = false;
  let planned: NodeJS.Timeout | undefined;
  let rest = 100;
  let retry: NodeJS.Timeout | undefined;

  function tell(news: string, words?: string): void {
    for (const listener of listeners.get(news as News) ?? []) listener(words);
  }
  function tellAll(): void {
    for (const news of newsToLookFor) tell(news);
  }
  function heard({ channel, payload = "" }: pg.Notification): void {
    const [from, words] = payload.split(" ");
    if (from !== speaker) tell(channel, words);
  }

  async function connect(): Promise<void> {
    try {
      const fresh = await database.connect({ queryMs: patienceMs });
      if (isClosed) return await fresh.end();
      client = fresh;
      fresh.on("notification", heard);
      fresh.once("error", lost);
      fresh.once("end", lost);
      for (const news of allNews) await fresh.query(`listen ${news}`);
      rest = 100;
      // What was told while there was no connection.
      tellAll();
    } catch (error) {
      lost(error);
    }
  }

  function lost(error?: unknown): void {
    if (isClosed) return;
    void abandon();
    if (error) failed(error);
    clearTimeout(retry);
    retry = setTimeout(() => void connect(), rest);
    rest = Math.min(longestRestMs, rest * 2);
  }

  /** The connection is gone or going: errors that come late concern nobody, though its end is still counted as a loss. */
  async function abandon(): Promise<void> {
    const left = client;
    client = undefined;
    left?.off("notification", heard).off("error", lost).off("end", lost);
    left?.on("error", () => {});
    await left?.end().catch(() => {});
  }

  async function speak(): Promise<void> {
    clearTimeout(planned);
    planned = undefined;
    await notify([speaker]).catch((error) => isClosed || failed(error));
  }

  /** A connection can die without a word; then nothing is heard on it, and only asking shows that. */
  function checkHearing(): void {
    const asked = client;
    asked?.query("select").catch((error) => {
      if (asked === client) lost(error);
    });
  }

  const started = connect();
  const poll = setInterval(() => {
    tellAll();
    checkHearing();
  }, pollMs);

  return {
    speaker,
    started,
    announce() {
      if (!isClosed) planned ??= setTimeout(() => void speak(), coalesceMs);
    },
    disturb(conversationIds) {
      disturb([speaker, conversationIds]).catch((error) => isClosed || failed(error));
    },
    listen(news, listener) {
      listeners.get(news)?.add(listener);
      return () => listeners.get(news)?.delete(listener);
    },
    async close() {
      isClosed = true;
      clearInterval(poll);
      clearTimeout(retry);
      // What was announced at the last moment is still said; and the other side may never say goodbye.
      const farewell = Promise.all([planned && speak(), abandon()]);
      await Promise.race([farewell, waited(1_000, undefined, { ref: false })]);
    },
  };
}
