import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { Database } from "../connection/database.ts";

/** Servers notify each other of these: the log grew, text streams, a leased conversation was changed, a person drafts, somebody may do more or less. */
type Channel = (typeof channels)[number];

/** Messages between the servers of one database, by LISTEN and NOTIFY. */
export interface NotifyChannel {
  /** The sender id of this server: its own notifications are ignored. */
  readonly senderId: string;
  /** Resolves when this server listens, or after the first attempt failed; it keeps retrying. */
  readonly started: Promise<void>;
  /** Notifies soon that the log grew; calls within a few milliseconds are sent once. */
  notifyCommitted(): void;
  /** Notifies at once that conversations which another server works on were changed. */
  notifyChanged(conversationIds: readonly string[]): void;
  /** Calls back for each notification of another server, and at intervals without a payload, in case one was lost. */
  listen(channel: Channel, listener: (payload?: string) => void): () => void;
  /** Whether notifications of other servers arrive, as far as this server knows. */
  isListening(): boolean;
  close(): Promise<void>;
}

const channels = [
  "askback_committed",
  "askback_texts",
  "askback_disturbed",
  "askback_drafting",
  "askback_replaced",
  "askback_access",
] as const;
/** A lost notification on these is made up for by polling; on the others the next heartbeat or keystroke does that. */
const polledChannels: readonly Channel[] = ["askback_committed", "askback_texts", "askback_replaced", "askback_access"];
const coalesceMs = 3;
const minRetryMs = 100;
const maxRetryMs = 5_000;
/** A connection that does not respond for so long is taken for dead. */
const responseTimeoutMs = 5_000;
const closeTimeoutMs = 1_000;

export interface NotifyChannelOptions {
  readonly pollMs: number;
  onError(error: unknown): void;
}

export function createNotifyChannel(database: Database, { pollMs, onError }: NotifyChannelOptions): NotifyChannel {
  const listenersByChannel = new Map(channels.map((channel) => [channel, new Set<(payload?: string) => void>()]));
  const senderId = randomUUID();
  const sendCommitted = database.prepared("askback_notify_committed", "select pg_notify('askback_committed', $1)");
  const sendChanged = database.prepared(
    "askback_notify_changed",
    "select pg_notify('askback_disturbed', $1 || ' ' || id) from unnest($2::text[]) as t (id)",
  );
  let client: pg.Client | undefined;
  let isListening = false;
  let isClosed = false;
  let committedTimer: NodeJS.Timeout | undefined;
  let retryTimer: NodeJS.Timeout | undefined;
  let retryMs = minRetryMs;

  function callListeners(channel: string, payload?: string): void {
    for (const listener of listenersByChannel.get(channel as Channel) ?? []) listener(payload);
  }
  function callPolledListeners(): void {
    for (const channel of polledChannels) callListeners(channel);
  }
  function handleNotification({ channel, payload = "" }: pg.Notification): void {
    const [sender, content] = payload.split(" ");
    if (sender !== senderId) callListeners(channel, content);
  }

  async function connect(): Promise<void> {
    try {
      const connected = await database.connect({ queryMs: responseTimeoutMs });
      if (isClosed) return await connected.end();
      client = connected;
      connected.on("notification", handleNotification);
      connected.once("error", handleLoss);
      connected.once("end", handleLoss);
      for (const channel of channels) await connected.query(`listen ${channel}`);
      retryMs = minRetryMs;
      isListening = true;
      // Notifications that were sent while there was no connection are lost.
      callPolledListeners();
    } catch (error) {
      handleLoss(error);
    }
  }

  function handleLoss(error?: unknown): void {
    if (isClosed) return;
    void disconnect();
    if (error) onError(error);
    clearTimeout(retryTimer);
    retryTimer = setTimeout(() => void connect(), retryMs);
    retryMs = Math.min(maxRetryMs, retryMs * 2);
  }

  /** Late errors of an abandoned connection are ignored; its end still counts as a connection loss. */
  async function disconnect(): Promise<void> {
    const abandoned = client;
    client = undefined;
    isListening = false;
    abandoned?.off("notification", handleNotification).off("error", handleLoss).off("end", handleLoss);
    abandoned?.on("error", () => {});
    await abandoned?.end().catch(() => {});
  }

  async function flushCommitted(): Promise<void> {
    clearTimeout(committedTimer);
    committedTimer = undefined;
    await sendCommitted([senderId]).catch(reportError);
  }

  function reportError(error: unknown): void {
    if (!isClosed) onError(error);
  }

  /** A connection can die silently, and only a query shows that. */
  function checkConnection(): void {
    const checked = client;
    checked?.query("select").catch((error) => {
      if (checked === client) handleLoss(error);
    });
  }

  const started = connect();
  const pollTimer = setInterval(() => {
    callPolledListeners();
    checkConnection();
  }, pollMs);

  return {
    senderId,
    started,
    notifyCommitted() {
      if (!isClosed) committedTimer ??= setTimeout(() => void flushCommitted(), coalesceMs);
    },
    notifyChanged(conversationIds) {
      sendChanged([senderId, conversationIds]).catch(reportError);
    },
    listen(channel, listener) {
      listenersByChannel.get(channel)?.add(listener);
      return () => listenersByChannel.get(channel)?.delete(listener);
    },
    isListening: () => isListening,
    async close() {
      isClosed = true;
      clearInterval(pollTimer);
      clearTimeout(retryTimer);
      // A pending notification is still sent; the database may not respond any more.
      const closing = Promise.all([committedTimer && flushCommitted(), disconnect()]);
      await Promise.race([closing, delay(closeTimeoutMs, undefined, { ref: false })]);
    },
  };
}
