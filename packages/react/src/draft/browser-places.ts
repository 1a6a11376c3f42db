import { createStore, del, get, keys, set } from "idb-keyval";
import { type Database, type Notepad, type OtherTabs, type Places, unreadable } from "./places.ts";

/** The places of a browser. Nothing is opened before it is used, and where one is forbidden it keeps nothing. */
export function browserPlaces(): Places {
  return { database: browserDatabase(), notepad: browserNotepad(), tabs: browserTabs(), onLeaving };
}

function browserDatabase(): Database {
  let opened: ReturnType<typeof createStore> | undefined;
  const store = () => {
    opened ??= createStore("askback", "kept");
    return opened;
  };
  const attempt = async <Value>(work: () => Promise<Value>, otherwise: Value): Promise<Value> => {
    try {
      return await work();
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => attempt<unknown>(() => get(key, store()), unreadable),
    set: (key, value) => attempt(() => set(key, value, store()), undefined),
    update: (key, change) => attempt(() => store()("readwrite", (kept) => updated(kept, key, change)), false),
    delete: (key) => attempt(() => del(key, store()), undefined),
    keys: () => attempt(async () => (await keys<string>(store())).map(String), []),
  };
}

/** Reads and writes in one transaction, which no other tab can come between. */
function updated(kept: IDBObjectStore, key: string, change: (stored: unknown) => unknown): Promise<true> {
  const { promise, resolve, reject } = Promise.withResolvers<true>();
  const reading = kept.get(key);
  reading.onsuccess = () => {
    const value = change(reading.result);
    if (value === undefined) kept.delete(key);
    else kept.put(value, key);
  };
  kept.transaction.oncomplete = () => resolve(true);
  kept.transaction.onabort = () => reject(kept.transaction.error);
  return promise;
}

/** A full or forbidden storage throws; what is written here is in the database a moment later, if that takes it. */
function browserNotepad(): Notepad {
  const attempt = <Value>(work: () => Value, otherwise: Value): Value => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => attempt(() => localStorage.getItem(key) ?? undefined, undefined),
    set: (key, text) => attempt(() => localStorage.setItem(key, text), undefined),
    delete: (key) => attempt(() => localStorage.removeItem(key), undefined),
    keys: () => attempt(() => Object.keys(localStorage), []),
  };
}

function browserTabs(): OtherTabs {
  let channel: BroadcastChannel | undefined;
  const opened = () => {
    if (typeof BroadcastChannel !== "undefined") channel ??= new BroadcastChannel("askback-drafts");
    return channel;
  };
  return {
    post: (message) => opened()?.postMessage(message),
    onMessage(listener) {
      const on = ({ data }: MessageEvent<unknown>) => listener(data);
      const current = opened();
      current?.addEventListener("message", on);
      return () => current?.removeEventListener("message", on);
    },
    close() {
      channel?.close();
      channel = undefined;
    },
  };
}

function onLeaving(listener: () => void): () => void {
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
