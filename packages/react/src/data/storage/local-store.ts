import type { Clock } from "../clock.ts";
import type { BrowserStorage } from "./browser-storage.ts";
import { createEarlyTexts } from "./early-texts.ts";
import { type Entry, mergeEntries, newPageId, parseEntries, toEntries } from "./entry.ts";
import { keysWithPrefix } from "./owner-keys.ts";

const writeDelayMs = 250;
/** Somebody who types without a pause is still written after this time. */
const maxWriteDelayMs = 1_000;
/** How much text a page writes to the text storage while it unloads, over all names. */
const textLimit = 32 * 1024;
const maxAgeMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Stores one value per name in this browser: in memory at once, in the database after a moment, in the text storage when
 * the page unloads or the database fails. An entry of another page that this page never read is not overwritten: it is stored
 * beside this page's own, as one of the others.
 */
export interface LocalStore<Value> {
  get(name: string): Entry<Value> | undefined;
  /** Entries with different values, of other pages. */
  others(name: string): readonly Entry<Value>[];
  /** Reads what other pages wrote in the last 30 days; where nothing is in memory the newest of it becomes current. */
  load(name: string): Promise<void>;
  set(name: string, value: Value): Entry<Value>;
  /** Makes an entry of another tab, which stores it itself, the current one. */
  mirror(name: string, entry: Entry<Value>): void;
  addOther(name: string, entry: Entry<Value>): void;
  /** Makes an entry the current one; the current one becomes one of the others. */
  swap(name: string, entry: Entry<Value>): void;
  remove(name: string, isRemoved: (value: Value) => boolean): Promise<void>;
  /** Whether this page wrote it. */
  isOwn(entry: Entry<Value>): boolean;
  /** Deletes everything of this person, in memory and in the browser. */
  clear(): Promise<void>;
  close(): void;
}

export interface LocalStoreOptions<Value> {
  readonly storage: Pick<BrowserStorage, "database" | "text" | "tabText" | "onPageHide">;
  readonly clock: Clock;
  /** What is stored. Its keys start with it. */
  readonly kind: "draft" | "text";
  /** The name of the person whose entries these are. */
  readonly owner: Promise<string>;
  /** The name of the last person who used this browser, if any. */
  readonly lastOwner?: string | undefined;
  readonly device: string;
  /** Whether nothing is lost if the first value is stored and the second is not. */
  readonly covers: (value: Value, other: Value) => boolean;
  /** Called when an entry was found that must not be overwritten, and is among the others now. */
  readonly onFound?: (name: string, entry: Entry<Value>) => void;
}

interface Entries<Value> {
  readonly current?: Entry<Value> | undefined;
  readonly others: readonly Entry<Value>[];
}

interface PendingWrite {
  readonly since: number;
  readonly cancel: () => void;
}

export function createLocalStore<Value>(options: LocalStoreOptions<Value>): LocalStore<Value> {
  const { storage, clock, kind, owner, lastOwner, device, covers, onFound } = options;
  const { database, text } = storage;
  const page = newPageId();
  const memory = new Map<string, Entries<Value>>();
  /** By name and page, the count of the latest entry that was read here. */
  const readCounts = new Map<string, Map<string, number>>();
  const pending = new Map<string, PendingWrite>();
  /** By name, the latest write that the database has not confirmed; on unload it goes to the text storage. */
  const unconfirmed = new Map<string, symbol>();
  /** Entries that were in the database once: if one is missing there later, another tab removed it. */
  const wasStored = new WeakSet<Entry<Value>>();
  let count = 0;
  const early = createEarlyTexts(storage, kind, lastOwner);
  let knownPrefix: string | undefined;
  const prefix = owner.then((name) => {
    early.moveTo(name);
    knownPrefix = `${kind}:${name}:`;
    return knownPrefix;
  });
  let stopPageHide: (() => void) | undefined;
  void deleteExpired();

  async function deleteExpired(): Promise<void> {
    const isExpired = (stored: unknown) => !toEntries<Value>(stored).some(isFresh);
    for (const key of await keysWithPrefix(database, prefix))
      if (isExpired(await database.get(key)))
        await database.update(key, (stored) => (isExpired(stored) ? undefined : stored));
  }

  function isFresh({ savedAt }: Entry<Value>): boolean {
    return clock.now() - Date.parse(savedAt) < maxAgeMs;
  }

  function entriesOf(name: string): Entries<Value> {
    return memory.get(name) ?? { others: [] };
  }

  function listOf(name: string): readonly Entry<Value>[] {
    const { current, others } = entriesOf(name);
    return current ? [current, ...others] : others;
  }

  function markRead(name: string, entry: Entry<Value>): void {
    const pages = readCounts.get(name) ?? new Map<string, number>();
    readCounts.set(name, pages.set(entry.page, Math.max(entry.count, pages.get(entry.page) ?? 0)));
  }

  function unreadIn(name: string, stored: readonly Entry<Value>[], note: string | undefined): readonly Entry<Value>[] {
    const all = mergeEntries<Value>([stored, parseEntries(note)]).filter(isFresh);
    return all.filter((entry) => entry.page !== page && (readCounts.get(name)?.get(entry.page) ?? -1) < entry.count);
  }

  function setCurrent(name: string, current: Entry<Value> | undefined): void {
    const { others } = entriesOf(name);
    memory.set(name, { current, others: others.filter(({ value }) => !current || !covers(current.value, value)) });
  }

  function putOther(name: string, entry: Entry<Value>): void {
    markRead(name, entry);
    const { current, others } = entriesOf(name);
    const rest = others.filter((other) => other.page !== entry.page);
    const isCovered = [...(current ? [current] : []), ...rest].some(({ value }) => covers(value, entry.value));
    memory.set(name, { current, others: isCovered ? rest : [...rest, entry] });
  }

  function dropRemoved(name: string, stored: readonly Entry<Value>[]): void {
    const { current, others } = entriesOf(name);
    const isStored = (entry: Entry<Value>) => stored.some((other) => other.page === entry.page);
    memory.set(name, { current, others: others.filter((entry) => !wasStored.has(entry) || isStored(entry)) });
  }

  async function write(name: string, isRemoved: (value: Value) => boolean = () => false): Promise<void> {
    cancelPending(name);
    const attempt = Symbol(name);
    unconfirmed.set(name, attempt);
    const key = (await prefix) + name;
    const found: Entry<Value>[] = [];
    let note: string | undefined;
    let all: readonly Entry<Value>[] = [];
    const isWritten = await database.update(key, (value) => {
      const stored = toEntries<Value>(value);
      note = text.get(key);
      dropRemoved(name, stored);
      found.push(...unreadIn(name, stored, note).filter((entry) => !isRemoved(entry.value)));
      for (const entry of found) putOther(name, entry);
      all = listOf(name);
      return all.length === 0 ? undefined : all;
    });
    if (isWritten) {
      if (unconfirmed.get(name) === attempt) unconfirmed.delete(name);
      for (const entry of all) wasStored.add(entry);
      if (!pending.has(name) && note === text.get(key)) text.delete(key);
    } else writeTexts();
    for (const entry of found) onFound?.(name, entry);
  }

  function writeSoon(name: string): void {
    watchPageHide();
    const since = pending.get(name)?.since ?? clock.now();
    cancelPending(name);
    const delay = Math.max(0, Math.min(writeDelayMs, since + maxWriteDelayMs - clock.now()));
    pending.set(name, { since, cancel: clock.after(delay, () => void write(name)) });
  }

  function watchPageHide(): void {
    stopPageHide ??= storage.onPageHide(writeTexts);
  }

  function writeTexts(): void {
    let left = textLimit;
    for (const name of [...new Set([...unconfirmed.keys(), ...pending.keys()])].reverse()) {
      const texts = knownPrefix === undefined ? early : text;
      const key = (knownPrefix ?? "") + name;
      const all = [...listOf(name), ...unreadIn(name, [], texts.get(key))];
      const json = JSON.stringify(all);
      if (json.length > left) continue;
      left -= json.length;
      if (all.length === 0) texts.delete(key);
      else texts.set(key, json);
    }
  }

  function cancelPending(name: string): void {
    pending.get(name)?.cancel();
    pending.delete(name);
  }

  return {
    get: (name) => entriesOf(name).current,
    others: (name) => entriesOf(name).others,
    isOwn: (entry) => entry.page === page,
    async load(name) {
      const key = (await prefix) + name;
      const stored = toEntries<Value>(await database.get(key));
      for (const entry of stored) wasStored.add(entry);
      for (const entry of unreadIn(name, stored, text.get(key))) putOther(name, entry);
      const { current, others } = entriesOf(name);
      if (!current && others[0]) setCurrent(name, others[0]);
    },
    set(name, value) {
      count += 1;
      const entry = { value, savedAt: new Date(clock.now()).toISOString(), device, page, count };
      setCurrent(name, entry);
      writeSoon(name);
      return entry;
    },
    mirror(name, entry) {
      markRead(name, entry);
      setCurrent(name, entry);
    },
    addOther(name, entry) {
      putOther(name, entry);
      writeSoon(name);
    },
    swap(name, entry) {
      const { current } = entriesOf(name);
      markRead(name, entry);
      setCurrent(name, entry);
      // A page id of its own, since other tabs know this page's id with the new value.
      if (current) putOther(name, { ...current, page: newPageId(), count: 0 });
      writeSoon(name);
    },
    async remove(name, isRemoved) {
      const { current, others } = entriesOf(name);
      const isLeft = ({ value }: Entry<Value>) => !isRemoved(value);
      memory.set(name, { current: current && isLeft(current) ? current : undefined, others: others.filter(isLeft) });
      watchPageHide();
      await write(name, isRemoved);
    },
    async clear() {
      for (const name of [...pending.keys()]) cancelPending(name);
      unconfirmed.clear();
      memory.clear();
      const start = await prefix;
      for (const key of text.keys()) if (key.startsWith(start)) text.delete(key);
      for (const key of await keysWithPrefix(database, prefix)) await database.delete(key);
    },
    close() {
      writeTexts();
      stopPageHide?.();
      stopPageHide = undefined;
      for (const name of [...pending.keys()]) void write(name);
    },
  };
}
