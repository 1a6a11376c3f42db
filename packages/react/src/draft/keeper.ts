import type { Clock } from "../clock.ts";
import { gathered, type Kept, keptIn, keptInNote, newPage } from "./kept.ts";
import { ownKeys } from "./own-keys.ts";
import type { Places } from "./places.ts";

const databaseMs = 250;
/** Who types without a pause is not kept waiting for one. */
const longestMs = 1_000;
/** What a page may write while it goes, over all that it keeps. */
const notepadLimit = 32 * 1024;
const keptMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Keeps values in this browser: in memory at once, in the database after a moment, on the notepad when the page goes
 * or the database takes nothing. What lies there and was never known to this page is not overwritten: it is kept beside what the page writes.
 */
export interface Keeper<Value> {
  inMemory(name: string): Kept<Value> | undefined;
  /** What is kept beside it, and differs. */
  beside(name: string): readonly Kept<Value>[];
  /** Reads what other pages left, nothing that is older than 30 days; where nothing is in memory the newest of it comes there. */
  find(name: string): Promise<void>;
  keep(name: string, value: Value): Kept<Value>;
  /** Another tab wrote it, and keeps it too. */
  mirror(name: string, kept: Kept<Value>): void;
  setAside(name: string, kept: Kept<Value>): void;
  /** Puts something into the place of what is in memory, which is set aside. */
  exchange(name: string, kept: Kept<Value>): void;
  /** Forgets what is gone by what the caller says, and nothing else. */
  discard(name: string, isGone: (value: Value) => boolean): Promise<void>;
  /** Whether this page wrote it. */
  isOwn(kept: Kept<Value>): boolean;
  /** Forgets everything of this person, here and in the browser. */
  wipe(): Promise<void>;
  close(): void;
}

export interface KeeperOptions<Value> {
  readonly places: Pick<Places, "database" | "notepad" | "onLeaving">;
  readonly clock: Clock;
  /** The beginning of the keys; it names the person, who may not be known yet. */
  readonly prefix: Promise<string>;
  readonly device: string;
  /** Whether nothing is lost where the first is kept and the second is not. */
  readonly covers: (value: Value, other: Value) => boolean;
  /** Called when something was found that must not be overwritten, and is kept beside now. */
  readonly onFound?: (name: string, kept: Kept<Value>) => void;
}

interface Held<Value> {
  readonly own?: Kept<Value> | undefined;
  readonly beside: readonly Kept<Value>[];
}

interface Pending {
  readonly since: number;
  readonly cancel: () => void;
}

export function createKeeper<Value>(options: KeeperOptions<Value>): Keeper<Value> {
  const { places, clock, prefix, device, covers, onFound } = options;
  const { database, notepad } = places;
  const page = newPage();
  const memory = new Map<string, Held<Value>>();
  /** By name, how far the writing of each page is known here. */
  const known = new Map<string, Map<string, number>>();
  const pending = new Map<string, Pending>();
  /** What the database has not taken, with the attempt to have it written: when the page goes it comes to the notepad. */
  const unstored = new Map<string, symbol>();
  /** What was in the database once: where it is not there any more, another tab has ended it. */
  const wasStored = new WeakSet<Kept<Value>>();
  let count = 0;
  let knownPrefix: string | undefined;
  let stopLeaving: (() => void) | undefined;
  void sweep();

  /** What nobody came back for goes, so that a browser does not collect it for ever. */
  async function sweep(): Promise<void> {
    knownPrefix = await prefix;
    const isOver = (stored: unknown) => !keptIn<Value>(stored).some(isFresh);
    for (const key of await ownKeys(database, prefix))
      if (isOver(await database.get(key)))
        await database.update(key, (stored) => (isOver(stored) ? undefined : stored));
  }

  function isFresh({ savedAt }: Kept<Value>): boolean {
    return clock.now() - Date.parse(savedAt) < keptMs;
  }

  function heldAs(name: string): Held<Value> {
    return memory.get(name) ?? { beside: [] };
  }

  function allOf(name: string): readonly Kept<Value>[] {
    const { own, beside } = heldAs(name);
    return own ? [own, ...beside] : beside;
  }

  function know(name: string, kept: Kept<Value>): void {
    const pages = known.get(name) ?? new Map<string, number>();
    known.set(name, pages.set(kept.page, Math.max(kept.count, pages.get(kept.page) ?? 0)));
  }

  function unknownIn(name: string, stored: readonly Kept<Value>[], note: string | undefined): readonly Kept<Value>[] {
    const all = gathered<Value>([stored, keptInNote(note)]).filter(isFresh);
    return all.filter((kept) => kept.page !== page && (known.get(name)?.get(kept.page) ?? -1) < kept.count);
  }

  function hold(name: string, own: Kept<Value> | undefined): void {
    const { beside } = heldAs(name);
    memory.set(name, { own, beside: beside.filter(({ value }) => !own || !covers(own.value, value)) });
  }

  function putBeside(name: string, kept: Kept<Value>): void {
    know(name, kept);
    const { own, beside } = heldAs(name);
    const others = beside.filter((other) => other.page !== kept.page);
    const isCovered = [...(own ? [own] : []), ...others].some(({ value }) => covers(value, kept.value));
    memory.set(name, { own, beside: isCovered ? others : [...others, kept] });
  }

  function dropEnded(name: string, stored: readonly Kept<Value>[]): void {
    const { own, beside } = heldAs(name);
    const isThere = (kept: Kept<Value>) => stored.some((other) => other.page === kept.page);
    memory.set(name, { own, beside: beside.filter((kept) => !wasStored.has(kept) || isThere(kept)) });
  }

  async function store(name: string, isGone: (value: Value) => boolean = () => false): Promise<void> {
    settle(name);
    const attempt = Symbol(name);
    unstored.set(name, attempt);
    const key = (await prefix) + name;
    const found: Kept<Value>[] = [];
    let note: string | undefined;
    let all: readonly Kept<Value>[] = [];
    const isDone = await database.update(key, (there) => {
      const stored = keptIn<Value>(there);
      note = notepad.get(key);
      dropEnded(name, stored);
      found.push(...unknownIn(name, stored, note).filter(({ value }) => !isGone(value)));
      for (const kept of found) putBeside(name, kept);
      all = allOf(name);
      return all.length === 0 ? undefined : all;
    });
    if (isDone) {
      if (unstored.get(name) === attempt) unstored.delete(name);
      for (const kept of all) wasStored.add(kept);
      if (!pending.has(name) && note === notepad.get(key)) notepad.delete(key);
    } else leave();
    for (const kept of found) onFound?.(name, kept);
  }

  function storeSoon(name: string): void {
    hearLeaving();
    const since = pending.get(name)?.since ?? clock.now();
    settle(name);
    const wait = Math.max(0, Math.min(databaseMs, since + longestMs - clock.now()));
    pending.set(name, { since, cancel: clock.after(wait, () => void store(name)) });
  }

  function hearLeaving(): void {
    stopLeaving ??= places.onLeaving(leave);
  }

  function leave(): void {
    let left = notepadLimit;
    for (const name of [...new Set([...unstored.keys(), ...pending.keys()])].reverse()) {
      if (knownPrefix === undefined) return;
      const key = knownPrefix + name;
      const all = [...allOf(name), ...unknownIn(name, [], notepad.get(key))];
      const text = JSON.stringify(all);
      if (text.length > left) continue;
      left -= text.length;
      if (all.length === 0) notepad.delete(key);
      else notepad.set(key, text);
    }
  }

  function settle(name: string): void {
    pending.get(name)?.cancel();
    pending.delete(name);
  }

  return {
    inMemory: (name) => heldAs(name).own,
    beside: (name) => heldAs(name).beside,
    isOwn: (kept) => kept.page === page,
    async find(name) {
      const key = (await prefix) + name;
      const stored = keptIn<Value>(await database.get(key));
      for (const kept of stored) wasStored.add(kept);
      for (const kept of unknownIn(name, stored, notepad.get(key))) putBeside(name, kept);
      const { own, beside } = heldAs(name);
      if (!own && beside[0]) hold(name, beside[0]);
    },
    keep(name, value) {
      count += 1;
      const kept = { value, savedAt: new Date(clock.now()).toISOString(), device, page, count };
      hold(name, kept);
      storeSoon(name);
      return kept;
    },
    mirror(name, kept) {
      know(name, kept);
      hold(name, kept);
    },
    setAside(name, kept) {
      putBeside(name, kept);
      storeSoon(name);
    },
    exchange(name, kept) {
      const { own } = heldAs(name);
      know(name, kept);
      hold(name, kept);
      // Under a name of its own, since other tabs know it as something that this page has changed.
      if (own) putBeside(name, { ...own, page: newPage(), count: 0 });
      storeSoon(name);
    },
    async discard(name, isGone) {
      const { own, beside } = heldAs(name);
      const isLeft = ({ value }: Kept<Value>) => !isGone(value);
      memory.set(name, { own: own && isLeft(own) ? own : undefined, beside: beside.filter(isLeft) });
      hearLeaving();
      await store(name, isGone);
    },
    async wipe() {
      for (const name of [...pending.keys()]) settle(name);
      unstored.clear();
      memory.clear();
      const start = await prefix;
      for (const key of notepad.keys()) if (key.startsWith(start)) notepad.delete(key);
      for (const key of await ownKeys(database, prefix)) await database.delete(key);
    },
    close() {
      leave();
      stopLeaving?.();
      stopLeaving = undefined;
      for (const name of [...pending.keys()]) void store(name);
    },
  };
}
