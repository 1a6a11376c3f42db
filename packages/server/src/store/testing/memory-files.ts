import { type Projection, projectedFiles } from "@askback/core";
import type { Clock } from "../../clock.ts";
import type { FileStore, StoredFile, Upload } from "../files.ts";

interface MemoryFiles extends FileStore {
  has(ids: readonly string[]): boolean;
  /** Notes the files that a commit uses. */
  use(conversationId: string, projection: Projection): void;
  erase(conversationId: string): void;
}

interface MemoryFilesOptions {
  readonly clock: Clock;
  write<Value>(work: () => Value): Promise<Value>;
}

interface Entry {
  readonly upload: Omit<Upload, "bytes">;
  readonly uses: Set<string>;
  uploadedAt: number;
}

/** Files in maps: contents by hash, uploads by id. */
export function createMemoryFiles({ clock, write }: MemoryFilesOptions): MemoryFiles {
  const contents = new Map<string, Uint8Array>();
  const entries = new Map<string, Entry>();

  function find(id: string): StoredFile | undefined {
    const entry = entries.get(id);
    return entry && { ...entry.upload, conversationIds: [...entry.uses].sort() };
  }
  function remove(id: string): void {
    entries.delete(id);
    const used = new Set([...entries.values()].map(({ upload }) => upload.hash));
    for (const hash of contents.keys()) if (!used.has(hash)) contents.delete(hash);
  }

  return {
    has: (ids) => ids.every((id) => entries.has(id)),
    use(conversationId, projection) {
      for (const id of projectedFiles(projection)) entries.get(id)?.uses.add(conversationId);
    },
    erase(conversationId) {
      // A draft renews its uploads beyond the present.
      for (const [id, { uses, uploadedAt }] of entries)
        if (uses.delete(conversationId) && uses.size === 0 && uploadedAt <= clock.now()) remove(id);
    },
    save: ({ bytes, ...upload }) =>
      write(() => {
        contents.set(upload.hash, bytes.slice());
        const { uses = new Set<string>(), uploadedAt = 0 } = entries.get(upload.id) ?? {};
        entries.set(upload.id, { upload, uses, uploadedAt: Math.max(uploadedAt, clock.now()) });
      }),
    renew: (ids, extraMs = 0) =>
      write(() => {
        for (const id of ids) {
          const entry = entries.get(id);
          if (entry) entry.uploadedAt = clock.now() + extraMs;
        }
        return ids.flatMap((id) => find(id) ?? []);
      }),
    find: async (id) => find(id),
    read: async (id) => contents.get(entries.get(id)?.upload.hash ?? "")?.slice(),
    async otherUnusedBytes({ id, project, uploadedBy }, ageMs) {
      let sum = 0;
      for (const { upload, uses, uploadedAt } of entries.values()) {
        const isTheirs = upload.project === project && upload.uploadedBy === uploadedBy && upload.id !== id;
        if (isTheirs && uses.size === 0 && uploadedAt >= clock.now() - ageMs) sum += upload.size;
      }
      return sum;
    },
    deleteUnused: (ageMs) =>
      write(() => {
        for (const [id, { uses, uploadedAt }] of entries)
          if (uses.size === 0 && uploadedAt < clock.now() - ageMs) remove(id);
      }),
  };
}
