import { type FileReference, projectedFiles } from "@askback/core";
import type { Commit } from "./store.ts";

/** Files that people uploaded, beside the log. A commit uses those that its messages and answers refer to. */
export interface FileStore {
  /** Stores an upload; one that is stored already is only renewed, unless it is kept for longer anyway. */
  save(upload: Upload): Promise<void>;
  /**
   * The uploads with these ids, renewed, so that none of them is deleted before the command that uses it. `extraMs` is for
   * how much longer than usual they are kept.
   */
  renew(ids: readonly string[], extraMs?: number): Promise<readonly StoredFile[]>;
  find(id: string): Promise<StoredFile | undefined>;
  read(id: string): Promise<Uint8Array | undefined>;
  /** How many bytes the other uploads of the same person have that no conversation uses and that are not older. */
  otherUnusedBytes(upload: Pick<StoredFile, "id" | "project" | "uploadedBy">, ageMs: number): Promise<number>;
  /** Deletes uploads that are older and that no conversation uses. */
  deleteUnused(ageMs: number): Promise<void>;
}

export interface StoredFile extends FileReference {
  /** The SHA-256 of its content, in hex. */
  readonly hash: string;
  readonly project: string;
  readonly uploadedBy: string;
  /** The conversations that use it, oldest id first. */
  readonly conversationIds: readonly string[];
}

export interface Upload extends Omit<StoredFile, "conversationIds"> {
  readonly bytes: Uint8Array;
}

/** The files without which a commit is refused. A worker's commit repeats only what the conversation has already. */
export function requiredFiles({ epoch, projection }: Commit): readonly string[] {
  return epoch === undefined && projection.conversation.status !== "deleted" ? projectedFiles(projection) : [];
}

interface FileRow {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly type?: unknown;
  readonly size?: unknown;
  readonly hash?: unknown;
  readonly project?: unknown;
  readonly uploaded_by?: unknown;
}

/** A row of the table of uploads, which has the same columns in both databases. */
export function rowToFile(row: FileRow): Omit<StoredFile, "conversationIds"> {
  return {
    id: String(row.id),
    name: String(row.name),
    type: row.type as FileReference["type"],
    size: Number(row.size),
    hash: String(row.hash),
    project: String(row.project),
    uploadedBy: String(row.uploaded_by),
  };
}
