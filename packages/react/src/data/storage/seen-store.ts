import { type BrowserStorage, unreadable } from "./browser-storage.ts";
import { isOfPerson } from "./owner-keys.ts";

/** A value with the time at which it was current. */
export interface Seen {
  readonly value: unknown;
  readonly seenAt: number;
}

/** Stores what one person last saw, by name: the newest of it, for 30 days and up to a size. */
export interface SeenStore {
  get(name: string): Promise<Seen | undefined>;
  put(values: ReadonlyMap<string, Seen>): Promise<void>;
  /** Changes the values that contain one of these ids, in their name or inside; one that becomes undefined is deleted. */
  edit(ids: readonly string[], change: (name: string, value: unknown) => unknown): Promise<void>;
  /** Deletes everything of a person, in every project, also what a `put` under way was about to store. */
  clear(person: string): Promise<void>;
}

export interface SeenStoreOptions {
  readonly database: BrowserStorage["database"];
  /** Names the person and the project, who may not be known yet. */
  readonly owner: Promise<string>;
  readonly now: () => number;
}

/** A value of another form was stored by another version, and is not read. */
const form = 1;
/** How many characters are stored of one person, and of one value. */
const maxSize = 4_000_000;
const maxValueSize = 1_000_000;
const maxAgeMs = 30 * 24 * 60 * 60 * 1000;

/** What is stored of a person, without the values. */
interface Row {
  readonly name: string;
  readonly seenAt: number;
  readonly size: number;
}

const indexPrefix = "seen-index:";
const valuePrefix = "seen:";
const keyOf = (owner: string, name: string) => `${valuePrefix}${owner}:${name}`;

export function createSeenStore({ database, owner, now }: SeenStoreOptions): SeenStore {
  let isSwept = false;
  let clearCount = 0;
  /** Ends when the writes before have ended. */
  let lastWrite = Promise.resolve();

  const isFresh = ({ seenAt }: Row) => now() - seenAt < maxAgeMs;

  /** The newest rows that fit. */
  function fitting(rows: readonly Row[]): readonly Row[] {
    let size = 0;
    return rows
      .toSorted((a, b) => b.seenAt - a.seenAt)
      .filter((row) => {
        size += row.size;
        return size <= maxSize && isFresh(row);
      });
  }

  /** Runs a write after those before it. */
  function inTurn(write: () => Promise<void>): Promise<void> {
    const turn = lastWrite.then(write);
    lastWrite = turn.catch(() => {});
    return turn;
  }

  async function deletePerson(person: string): Promise<void> {
    await database.delete(indexPrefix + person);
    await deleteAll(person, () => true);
  }

  async function deleteAll(person: string, isDeleted: (name: string) => boolean): Promise<void> {
    const prefix = keyOf(person, "");
    for (const key of await database.keys())
      if (key.startsWith(prefix) && isDeleted(key.slice(prefix.length))) await database.delete(key);
  }

  /** Deletes what people saw who have not been here for long, and values that a page left without an index. */
  async function sweep(): Promise<void> {
    const keys = await database.keys();
    const people = keys.flatMap((key) => (key.startsWith(indexPrefix) ? [key.slice(indexPrefix.length)] : []));
    for (const person of people)
      if (!toRows(await database.get(indexPrefix + person)).some(isFresh)) await deletePerson(person);
    const isIndexed = (key: string) => people.some((person) => key.startsWith(keyOf(person, "")));
    for (const key of keys) if (key.startsWith(valuePrefix) && !isIndexed(key)) await database.delete(key);
  }

  async function write(person: string, values: ReadonlyMap<string, Seen>): Promise<void> {
    const index = indexPrefix + person;
    const texts = new Map([...values].map(([name, seen]) => [name, JSON.stringify({ form, ...seen })]));
    let kept: readonly Row[] = [];
    // The index is written first, since another tab deletes the values that it does not name.
    await database.update(index, (stored) => {
      const others = toRows(stored).filter(({ name }) => !values.has(name));
      const added = [...values].map(([name, { seenAt }]) => ({ name, seenAt, size: texts.get(name)?.length ?? 0 }));
      kept = fitting([...others, ...added.filter(({ size }) => size <= maxValueSize)]);
      return kept;
    });
    const names = new Set(kept.map(({ name }) => name));
    for (const [name, text] of texts) if (names.has(name)) await database.set(keyOf(person, name), text);
    // Meanwhile this tab or another one may have deleted everything.
    const stored = await database.get(index);
    if (stored === unreadable) return;
    const named = new Set(toRows(stored).map(({ name }) => name));
    await deleteAll(person, (name) => !named.has(name));
    if (!isSwept) await sweep();
    isSwept = true;
  }

  return {
    async get(name) {
      const json = await database.get(keyOf(await owner, name));
      return typeof json === "string" ? parse(json) : undefined;
    },
    async put(values) {
      const began = clearCount;
      const person = await owner;
      await inTurn(async () => {
        if (began === clearCount) await write(person, values);
      });
    },
    async edit(ids, change) {
      const person = await owner;
      await inTurn(async () => {
        for (const { name } of toRows(await database.get(indexPrefix + person))) {
          const key = keyOf(person, name);
          const json = await database.get(key);
          const contains = (id: string) => name.includes(id) || (typeof json === "string" && json.includes(id));
          if (ids.some(contains)) await database.update(key, (stored) => changeSeen(stored, name, change));
        }
      });
    },
    async clear(person) {
      clearCount += 1;
      for (const kind of [indexPrefix, valuePrefix])
        for (const key of await database.keys())
          if (key.startsWith(kind) && isOfPerson(key.slice(kind.length), person)) await database.delete(key);
    },
  };
}

function changeSeen(json: unknown, name: string, change: (name: string, value: unknown) => unknown): unknown {
  const seen = typeof json === "string" ? parse(json) : undefined;
  if (!seen) return undefined;
  const value = change(name, seen.value);
  return value === undefined ? undefined : JSON.stringify({ ...seen, value });
}

function parse(json: string): Seen | undefined {
  try {
    const stored = JSON.parse(json);
    return stored.form === form && typeof stored.seenAt === "number" ? stored : undefined;
  } catch {
    return undefined;
  }
}

function toRows(stored: unknown): readonly Row[] {
  return Array.isArray(stored) ? stored.filter(isRow) : [];
}

function isRow(value: unknown): value is Row {
  if (typeof value !== "object" || value === null) return false;
  const { name, seenAt, size } = value as Partial<Row>;
  return typeof name === "string" && typeof seenAt === "number" && typeof size === "number";
}
