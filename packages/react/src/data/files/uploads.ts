import { aborted, type CallOptions, type Client, type Failure, type Reply } from "@askback/client";
import type { File as StoredFile } from "@askback/core/wire";
import { type Database, unreadable } from "../storage/browser-storage.ts";
import { keysWithPrefix } from "../storage/owner-keys.ts";

/** A file that a person attached, before the server has it. Its bytes are stored in the browser under its key. */
export interface AttachedFile {
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

export function toAttached({ key, name, type, size }: AttachedFile): AttachedFile {
  return { key, name, type, size };
}

export interface StoredAttachment {
  readonly attached: AttachedFile;
  /** Resolves when the bytes are stored, if the browser stores anything. */
  readonly stored: Promise<void>;
}

/** Uploads files of one person, and has their bytes until they are sent, also after a reload. */
export interface Uploads {
  store(content: File): StoredAttachment;
  /** The server's file; a second call for the same key joins the first. */
  upload(attached: AttachedFile, options?: CallOptions): Reply<StoredFile>;
  /** The bytes, for a preview; undefined if the browser lost them. */
  read(key: string): Promise<Blob | undefined>;
  /** The server has deleted the file: the next upload sends the bytes again. */
  forget(key: string): Promise<void>;
  /** Uploads files once more that the server has deleted; the same bytes get the same ids. */
  uploadAgain(ids: readonly string[], options?: CallOptions): Reply<undefined>;
  /** Deletes the bytes. */
  drop(key: string): Promise<void>;
  /** The file is part of a draft now, which names it by its id. */
  release(key: string): Promise<void>;
  /** Deletes the bytes of files of a draft; a field may have attached the same file, and keeps its own. */
  dropFiles(ids: readonly string[]): Promise<void>;
  /** Deletes every file of this person in this browser. */
  clear(): Promise<void>;
}

export interface UploadsOptions {
  readonly client: Pick<Client, "files">;
  readonly database: Database;
  readonly owner: Promise<string>;
  readonly newKey: () => string;
  readonly now: () => number;
  /** The prefixes under which this person's data can name files that are still wanted. */
  readonly namedUnder: readonly string[];
}

interface StoredBytes {
  readonly content: Blob;
  readonly keptAt: number;
  /** Set when the server has it. */
  readonly file?: StoredFile;
  /** Set when it is part of a draft, and of no field any more. */
  readonly isReleased?: true;
}

/** What nobody came back to is deleted after this time, which is that of a draft. */
const maxAgeMs = 30 * 24 * 60 * 60 * 1000;

const lost: Failure = {
  type: "about:blank",
  status: 422,
  code: "file-lost",
  title: "This browser no longer has the file",
  hint: "Attach it again.",
};

export function createUploads(options: UploadsOptions): Uploads {
  const { client, database, owner, newKey, now, namedUnder } = options;
  const prefix = owner.then((name) => `file:${name}:`);
  /** Where the browser stores nothing, a file lasts as long as the page. */
  const inMemory = new Map<string, StoredBytes>();
  const underWay = new Map<string, Reply<StoredFile>>();
  void deleteOld();

  async function read(key: string): Promise<StoredBytes | undefined> {
    const stored = inMemory.get(key) ?? (await database.get((await prefix) + key));
    return isStoredBytes(stored) ? stored : undefined;
  }

  async function write(key: string, stored: StoredBytes): Promise<void> {
    inMemory.set(key, stored);
    await database.set((await prefix) + key, stored);
  }

  async function drop(key: string): Promise<void> {
    inMemory.delete(key);
    await database.delete((await prefix) + key);
  }

  async function deleteOld(): Promise<void> {
    const old: { readonly key: string; readonly fileId: string | undefined }[] = [];
    for (const key of await keysWithPrefix(database, prefix)) {
      const stored = await database.get(key);
      if (stored === unreadable || (isStoredBytes(stored) && now() - stored.keptAt <= maxAgeMs)) continue;
      old.push({ key, fileId: isStoredBytes(stored) ? stored.file?.id : undefined });
    }
    if (old.length === 0) return;
    const named = await namedStrings();
    const start = (await prefix).length;
    for (const { key, fileId } of old)
      if (!named.has(key.slice(start)) && !named.has(fileId)) await database.delete(key);
  }

  /** Every string in what can name files. */
  async function namedStrings(): Promise<ReadonlySet<unknown>> {
    const named = new Set<unknown>();
    const collect = (value: unknown): void => {
      if (typeof value === "string") named.add(value);
      else if (typeof value === "object" && value !== null) for (const part of Object.values(value)) collect(part);
    };
    for (const kind of namedUnder)
      for (const key of await keysWithPrefix(
        database,
        owner.then((name) => `${kind}${name}:`),
      ))
        collect(await database.get(key));
    return named;
  }

  async function send({ key, name }: AttachedFile, { signal }: CallOptions): Reply<StoredFile> {
    const stored = await read(key);
    if (!stored) return { ok: false, error: lost };
    if (stored.file) return { ok: true, value: stored.file };
    if (signal?.aborted) return { ok: false, error: aborted };
    const reply = await client.files.upload(stored.content, { name, ...(signal && { signal }) });
    // It may have been removed meanwhile.
    if (reply.ok && (await read(key))) await write(key, { ...stored, file: reply.value });
    return reply;
  }

  /** The keys under which the bytes of files of the server are, of those that fit. */
  async function keysOf(ids: readonly string[], fits = (_: StoredBytes) => true): Promise<ReadonlyMap<string, string>> {
    const stored = (await keysWithPrefix(database, prefix)).map(async (key) => key.slice((await prefix).length));
    const keys = new Set([...inMemory.keys(), ...(await Promise.all(stored))]);
    const keyById = new Map<string, string>();
    for (const key of keys) {
      const stored = await read(key);
      if (stored?.file && ids.includes(stored.file.id) && fits(stored)) keyById.set(stored.file.id, key);
    }
    return keyById;
  }

  return {
    store(content) {
      const key = newKey();
      const stored = write(key, { content, keptAt: now() });
      return { attached: { key, name: content.name, type: content.type, size: content.size }, stored };
    },
    upload(attached, options = {}) {
      const current = underWay.get(attached.key) ?? send(attached, options);
      underWay.set(attached.key, current);
      void current.finally(() => underWay.delete(attached.key));
      return current;
    },
    read: async (key) => (await read(key))?.content,
    async forget(key) {
      const stored = await read(key);
      if (stored) await write(key, { content: stored.content, keptAt: stored.keptAt });
    },
    async uploadAgain(ids, { signal } = {}) {
      const keyById = await keysOf(ids);
      for (const id of ids) {
        const stored = await read(keyById.get(id) ?? "");
        if (!stored?.file) return { ok: false, error: lost };
        const reply = await client.files.upload(stored.content, { name: stored.file.name, ...(signal && { signal }) });
        if (!reply.ok) return reply;
      }
      return { ok: true, value: undefined };
    },
    drop,
    async release(key) {
      const stored = await read(key);
      if (stored) await write(key, { ...stored, isReleased: true });
    },
    async dropFiles(ids) {
      if (ids.length === 0) return;
      for (const key of (await keysOf(ids, ({ isReleased }) => isReleased === true)).values()) await drop(key);
    },
    async clear() {
      inMemory.clear();
      for (const key of await keysWithPrefix(database, prefix)) await database.delete(key);
    },
  };
}

function isStoredBytes(value: unknown): value is StoredBytes {
  return typeof value === "object" && value !== null && "content" in value && value.content instanceof Blob;
}
