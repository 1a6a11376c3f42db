import type { Clock } from "../clock.ts";
import type { Places } from "./places.ts";

const databaseMs = 250;
/** What a page may write while it goes, over all that it keeps. */
const notepadLimit = 32 * 1024;
const keptMs = 30 * 24 * 60 * 60 * 1000;

export interface Kept<Value> {
  readonly value: Value;
  readonly savedAt: string;
}

/** Keeps values in this browser: in memory at once, in the database after a moment, on the notepad when the page goes. */
export interface Keeper<Value> {
  inMemory(name: string): Kept<Value> | undefined;
  /** The newest that an earlier page left; nothing that is older than 30 days. */
  find(name: string): Promise<Kept<Value> | undefined>;
  keep(name: string, value: Value): Kept<Value>;
  /** Another tab wrote it, and keeps it too. */
  mirror(name: string, kept: Kept<Value>): void;
  discard(name: string): Promise<void>;
  /** Forgets everything of this person, here and in the browser. */
  wipe(): Promise<void>;
  close(): void;
}

export interface KeeperOptions {
  readonly places: Pick<Places, "database" | "notepad" | "onLeaving">;
  readonly clock: Clock;
  /** The beginning of the keys; it names the person, who may not be known yet. */
  readonly prefix: Promise<string>;
}

export function createKeeper<Value>({ places, clock, prefix }: KeeperOptions): Keeper<Value> {
  const { database, notepad } = places;
  const memory = new Map<string, Kept<Value>>();
  const pending = new Map<string, () => void>();
  let knownPrefix: string | undefined;
  const swept = sweep();
  const stopLeaving = places.onLeaving(leave);

  /** What nobody came back for goes, so that a browser does not collect it for ever. */
  async function sweep(): Promise<void> {
    knownPrefix = await prefix;
    for (const key of await ownKeys()) if (!isFresh(await database.get(key))) await database.delete(key);
  }

  async function ownKeys(): Promise<readonly string[]> {
    const start = await prefix;
    return (await database.keys()).filter((key) => key.startsWith(start));
  }

  function isFresh(kept: unknown): kept is Kept<Value> {
    if (typeof kept !== "object" || kept === null || !("value" in kept) || !("savedAt" in kept)) return false;
    return clock.now() - Date.parse(String(kept.savedAt)) < keptMs;
  }

  async function store(name: string): Promise<void> {
    pending.delete(name);
    const key = (await prefix) + name;
    const kept = memory.get(name);
    if (!kept) return;
    await database.set(key, kept);
    if (!pending.has(name)) notepad.delete(key);
  }

  function leave(): void {
    let left = notepadLimit;
    for (const name of [...pending.keys()].reverse()) {
      const text = JSON.stringify(memory.get(name));
      if (knownPrefix === undefined || text === undefined || text.length > left) continue;
      left -= text.length;
      notepad.set(knownPrefix + name, text);
    }
  }

  function settle(name: string): void {
    pending.get(name)?.();
    pending.delete(name);
  }

  return {
    inMemory: (name) => memory.get(name),
    async find(name) {
      await swept;
      const key = (await prefix) + name;
      const stored = [await database.get(key), parsed(notepad.get(key))].filter(isFresh);
      return stored.toSorted((a, b) => Date.parse(b.savedAt) - Date.parse(a.savedAt))[0];
    },
    keep(name, value) {
      const kept = { value, savedAt: new Date(clock.now()).toISOString() };
      memory.set(name, kept);
      settle(name);
      pending.set(
        name,
        clock.after(databaseMs, () => void store(name)),
      );
      return kept;
    },
    mirror: (name, kept) => memory.set(name, kept),
    async discard(name) {
      memory.delete(name);
      settle(name);
      const key = (await prefix) + name;
      notepad.delete(key);
      await database.delete(key);
    },
    async wipe() {
      for (const name of [...pending.keys()]) settle(name);
      memory.clear();
      const start = await prefix;
      for (const key of notepad.keys()) if (key.startsWith(start)) notepad.delete(key);
      for (const key of await ownKeys()) await database.delete(key);
    },
    close() {
      leave();
      stopLeaving();
      for (const name of [...pending.keys()]) settle(name);
    },
  };
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
