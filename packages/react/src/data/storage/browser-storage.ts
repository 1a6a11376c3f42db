import { createStore, del, get, keys, set } from "idb-keyval";

/** Stores values by key, asynchronously: IndexedDB. Calls take effect in the order in which they were made. */
export interface Database {
  /** Undefined where nothing is stored; `unreadable` where reading failed. */
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  /** Changes a value in one transaction; undefined deletes it. Resolves to whether it was written. */
  update(key: string, change: (stored: unknown) => unknown): Promise<boolean>;
  delete(key: string): Promise<void>;
  keys(): Promise<readonly string[]>;
}

/** What `get` gives where reading failed: a value may well be stored. */
export const unreadable = Symbol("unreadable");

/** Stores short texts synchronously, so that a page can still write while it unloads: localStorage. */
export interface TextStorage {
  get(key: string): string | undefined;
  set(key: string, text: string): void;
  delete(key: string): void;
  keys(): readonly string[];
}

/** Messages between the tabs of this browser: BroadcastChannel. */
export interface TabChannel {
  post(message: unknown): void;
  /** Calls back for each message of another tab; returns how to unsubscribe. */
  onMessage(listener: (message: unknown) => void): () => void;
  close(): void;
}

/** Runs the task while no other tab holds the lock of that name, as far as the browser can tell: Web Locks. */
export type RunLocked = <Value>(name: string, task: () => Promise<Value>) => Promise<Value>;

/** All that the tabs of a browser share. */
export interface BrowserStorage {
  readonly database: Database;
  readonly text: TextStorage;
  /** Texts of this tab alone, which the next page in it finds: sessionStorage. */
  readonly tabText: TextStorage;
  readonly tabs: TabChannel;
  readonly runLocked: RunLocked;
  /** Calls back when the page may be about to unload; returns how to unsubscribe. */
  onPageHide(listener: () => void): () => void;
}

/** Nothing is opened before it is used. What the browser refuses to store, each part of the data layer has in memory. */
export function createBrowserStorage(): BrowserStorage {
  return {
    database: createDatabase(),
    text: createTextStorage(() => localStorage),
    tabText: createTextStorage(() => sessionStorage),
    tabs: createTabChannel(),
    runLocked,
    onPageHide,
  };
}

/** A storage that accepts no more writes once `isEnded` says so; what it has can still be read and deleted. */
export function endWrites(storage: BrowserStorage, isEnded: () => boolean): BrowserStorage {
  const { database, text, tabText } = storage;
  const endTexts = (texts: TextStorage): TextStorage => ({
    ...texts,
    set(key, value) {
      if (!isEnded()) texts.set(key, value);
    },
  });
  return {
    ...storage,
    database: {
      ...database,
      set: async (key, value) => {
        if (!isEnded()) await database.set(key, value);
      },
      update: (key, change) => database.update(key, (stored) => (isEnded() ? undefined : change(stored))),
    },
    text: endTexts(text),
    tabText: endTexts(tabText),
  };
}

/** Some browsers leave a database request unanswered, which must not keep anything from being sent. */
const timeoutMs = 5_000;

function createDatabase(): Database {
  let opened: ReturnType<typeof createStore> | undefined;
  const store = () => {
    opened ??= createStore("askback", "kept");
    return opened;
  };
  const attempt = async <Value>(work: () => Promise<Value>, otherwise: Value): Promise<Value> => {
    const { promise: timeout, resolve } = Promise.withResolvers<Value>();
    const timer = setTimeout(() => resolve(otherwise), timeoutMs);
    try {
      return await Promise.race([work(), timeout]);
    } catch {
      return otherwise;
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    get: (key) => attempt<unknown>(() => get(key, store()), unreadable),
    set: (key, value) => attempt(() => set(key, value, store()), undefined),
    update: (key, change) =>
      attempt(() => store()("readwrite", (objectStore) => updateIn(objectStore, key, change)), false),
    delete: (key) => attempt(() => del(key, store()), undefined),
    keys: () => attempt(async () => (await keys<string>(store())).map(String), []),
  };
}

function updateIn(objectStore: IDBObjectStore, key: string, change: (stored: unknown) => unknown): Promise<true> {
  const { promise, resolve, reject } = Promise.withResolvers<true>();
  const reading = objectStore.get(key);
  reading.onsuccess = () => {
    const value = change(reading.result);
    if (value === undefined) objectStore.delete(key);
    else objectStore.put(value, key);
  };
  objectStore.transaction.oncomplete = () => resolve(true);
  objectStore.transaction.onabort = () => reject(objectStore.transaction.error);
  return promise;
}

/** What a full or forbidden localStorage does not take is in memory until the page is closed. */
function createTextStorage(storage: () => Storage): TextStorage {
  const memory = new Map<string, string>();
  const attempt = <Value>(work: () => Value, otherwise: Value): Value => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => memory.get(key) ?? attempt(() => storage().getItem(key) ?? undefined, undefined),
    set(key, text) {
      memory.set(key, text);
      const isStored = attempt(() => {
        storage().setItem(key, text);
        return true;
      }, false);
      // Another tab may change what is stored.
      if (isStored) memory.delete(key);
    },
    delete(key) {
      memory.delete(key);
      attempt(() => storage().removeItem(key), undefined);
    },
    keys: () => [...new Set([...memory.keys(), ...attempt(() => Object.keys(storage()), [])])],
  };
}

function createTabChannel(): TabChannel {
  let channel: BroadcastChannel | undefined;
  let isClosed = false;
  const opened = () => {
    if (typeof BroadcastChannel !== "undefined") channel ??= new BroadcastChannel("askback-drafts");
    return channel;
  };
  const release = () => {
    channel?.close();
    channel = undefined;
  };
  return {
    post(message) {
      opened()?.postMessage(message);
      // A submission that was under way may end later, which the other tabs show.
      if (isClosed) release();
    },
    onMessage(listener) {
      const on = ({ data }: MessageEvent<unknown>) => listener(data);
      const current = opened();
      current?.addEventListener("message", on);
      return () => current?.removeEventListener("message", on);
    },
    close() {
      isClosed = true;
      release();
    },
  };
}

/** A tab that the browser has suspended may hold a lock for hours. */
const maxLockWaitMs = 150_000;

/**
 * The task runs without the lock where the browser has no Web Locks, which it lacks in pages without TLS, where it refuses
 * them, as it does where site data is blocked, and where another tab does not release the lock in time.
 */
const runLocked: RunLocked = async (name, task) => {
  const locks = globalThis.navigator?.locks;
  if (!locks) return task();
  let isStarted = false;
  const wait = new AbortController();
  const timer = setTimeout(() => wait.abort(), maxLockWaitMs);
  try {
    return await locks.request(`askback ${name}`, { signal: wait.signal }, () => {
      isStarted = true;
      clearTimeout(timer);
      return task();
    });
  } catch (error) {
    if (isStarted) throw error;
    return task();
  } finally {
    clearTimeout(timer);
  }
};

function onPageHide(listener: () => void): () => void {
  if (typeof window === "undefined") return () => {};
  const onHidden = () => {
    if (document.visibilityState === "hidden") listener();
  };
  document.addEventListener("visibilitychange", onHidden);
  window.addEventListener("pagehide", listener);
  window.addEventListener("beforeunload", listener);
  return () => {
    document.removeEventListener("visibilitychange", onHidden);
    window.removeEventListener("pagehide", listener);
    window.removeEventListener("beforeunload", listener);
  };
}
