import { type Failure, isTransient } from "@askback/client";
import { fileLimits } from "@askback/core";
import type { File as StoredFile } from "@askback/core/wire";
import { atom, type ReadableAtom } from "nanostores";
import type { Database } from "../storage/browser-storage.ts";
import { type AttachedFile, type StoredAttachment, toAttached, type Uploads } from "./uploads.ts";

/** A file in a field, on its way to the server. */
export interface FieldFile extends AttachedFile {
  readonly status: "uploading" | "waiting" | "uploaded";
  /** Set when the server has it. */
  readonly file?: StoredFile;
}

/** Why a file was not attached. */
export interface Rejection {
  readonly reason: "unsupported" | "too-large" | "too-many" | "refused";
  readonly name: string;
  readonly problem?: Failure;
}

/** The files of one field. They are uploaded at once, and survive a reload with the text of the field. */
export interface FieldFiles {
  readonly files: ReadableAtom<readonly FieldFile[]>;
  /** Files that were not attached, until others are added. */
  readonly rejections: ReadableAtom<readonly Rejection[]>;
  /** `others` is how many files the field has beside these. */
  add(contents: readonly File[], limits: { readonly bytes: number; readonly others?: number }): void;
  remove(key: string): void;
  /** Uploads the files once more, because the server has deleted them. */
  uploadAgain(): Promise<void>;
  /** Takes a file out that is part of a draft now. Its bytes stay, in case that the server deletes it. */
  release(key: string): void;
  /** Empties the field at once, and forgets its files when the promise says that they are stored elsewhere. */
  clearOnceStored(stored: Promise<unknown>): void;
  /** Puts back files that were not sent. */
  restore(attached: readonly AttachedFile[]): void;
}

export interface FieldFilesOptions {
  readonly uploads: Uploads;
  readonly database: Database;
  readonly owner: Promise<string>;
  /** Calls back when the connection is live again; returns how to unsubscribe. */
  readonly onLive: (listener: () => void) => () => void;
}

export function createFieldFiles(name: string, { uploads, database, owner, onLive }: FieldFilesOptions): FieldFiles {
  const files = atom<readonly FieldFile[]>([]);
  const rejections = atom<readonly Rejection[]>([]);
  const key = owner.then((person) => `${fieldPrefix}${person}:${name}`);
  void load();
  onLive(() => {
    for (const one of files.get()) if (one.status === "waiting") void upload(one);
  });

  async function load(): Promise<void> {
    const stored = await database.get(await key);
    if (Array.isArray(stored)) restore(stored.filter(isAttached));
  }

  async function store(): Promise<void> {
    const attached = files.get().map(toAttached);
    if (attached.length === 0) await database.delete(await key);
    else await database.set(await key, attached);
  }

  function change(key: string, some: Partial<FieldFile>): void {
    files.set(files.get().map((one) => (one.key === key ? { ...one, ...some } : one)));
  }

  async function upload(attached: AttachedFile): Promise<void> {
    change(attached.key, { status: "uploading" });
    const reply = await uploads.upload(attached);
    if (reply.ok) return change(attached.key, { status: "uploaded", file: reply.value });
    // Somebody whose session ended signs in again and goes on.
    if (isTransient(reply.error) || reply.error.status === 401) return change(attached.key, { status: "waiting" });
    if (!files.get().some((one) => one.key === attached.key)) return;
    rejections.set([...rejections.get(), { reason: "refused", name: attached.name, problem: reply.error }]);
    remove(attached.key);
  }

  /** Shows the file at once, and names it in the browser after its bytes are stored there. */
  function attach({ attached, stored }: StoredAttachment): void {
    files.set([...files.get(), { ...attached, status: "uploading" }]);
    void stored.then(store);
    void upload(attached);
  }

  function restore(attached: readonly AttachedFile[]): void {
    const known = new Set(files.get().map((one) => one.key));
    const added = attached.filter((one) => !known.has(one.key));
    if (added.length === 0) return;
    files.set([...files.get(), ...added.map((one) => ({ ...toAttached(one), status: "uploading" as const }))]);
    void store();
    for (const one of added) void upload(one);
  }

  function takeOut(key: string): void {
    files.set(files.get().filter((one) => one.key !== key));
    void store();
  }

  function release(released: string): void {
    takeOut(released);
    void uploads.release(released);
  }

  function remove(removed: string): void {
    takeOut(removed);
    void uploads.drop(removed);
  }

  return {
    files,
    rejections,
    add(contents, { bytes, others = 0 }) {
      const rejected: Rejection[] = [];
      let room = fileLimits.perMessage - files.get().length - others;
      for (const content of contents) {
        const reason = rejectionOf(content, bytes) ?? (room > 0 ? undefined : "too-many");
        room -= 1;
        if (reason) rejected.push({ reason, name: content.name });
        else attach(uploads.store(content));
      }
      rejections.set(rejected);
    },
    remove,
    release,
    async uploadAgain() {
      await Promise.all(
        files.get().map(async (one) => {
          await uploads.forget(one.key);
          await upload(one);
        }),
      );
    },
    clearOnceStored(stored) {
      files.set([]);
      rejections.set([]);
      void stored.then(store);
    },
    restore,
  };
}

/** Under which the browser stores the names of a field's files. */
export const fieldPrefix = "attached:";

/** What the server certainly refuses; it decides about everything else by the bytes. */
const supportedImage = /^image\/(?:png|jpeg|webp|gif)$/;
const otherMedia = /^(?:image|video|audio|font)\/|^application\/(?:zip|gzip|x-|vnd\.|msword)|^text\/html$/;

function rejectionOf({ type, size }: File, bytes: number): Rejection["reason"] | undefined {
  if (otherMedia.test(type) && !supportedImage.test(type)) return "unsupported";
  return size > bytes ? "too-large" : undefined;
}

function isAttached(value: unknown): value is AttachedFile {
  return typeof value === "object" && value !== null && "key" in value && "name" in value;
}
