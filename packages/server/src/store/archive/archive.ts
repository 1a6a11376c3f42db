import type { Conversation, InquiryRecord, Message, Notification, RunRecord } from "@askback/core";
import type { AuditEntry } from "../audit/audit.ts";
import type { StoredFile } from "../files.ts";
import type { MigrationReport } from "../migration.ts";
import type { Notice } from "../notices.ts";
import type { AccessRecord } from "../people/archived-tables.ts";
import type { StandingRecord } from "../standing-answers.ts";
import type { RecordedEvent, Reply, ReplyKey } from "../store.ts";

/** Exports and imports all data of a store, of either kind. Leases are not exported. */
export interface Archive {
  /** The header, then every record, as of one moment. Servers go on working meanwhile. */
  read(): AsyncGenerator<ArchiveHeader | ArchiveRecord>;
  /** Imports everything or nothing, and only into an empty store. */
  write(header: ArchiveHeader, records: AsyncIterable<NumberedRecord>): Promise<void>;
}

export interface ArchiveHeader {
  readonly format: typeof archiveFormat;
  readonly formatVersion: typeof archiveVersion;
  /** Events up to this position may have been pruned. */
  readonly horizon: number;
  readonly counts: Readonly<Partial<Record<RecordType, number>>>;
}

export const archiveFormat = "askback-export";
export const archiveVersion = 1;

/** The order of records: what others refer to comes first. Exports from before there were files, notifications, notices, people, an audit or standing answers have no records of them. */
export const recordTypes = [
  "conversation",
  "message",
  "inquiry",
  "run",
  "event",
  "reply",
  "file-content",
  "file",
  "file-use",
  "notification",
  "notice",
  "access",
  "audit",
  "standing",
] as const;
export type RecordType = (typeof recordTypes)[number];

export type ArchiveRecord =
  | {
      readonly type: "conversation";
      readonly conversation: Conversation;
      readonly version: number;
      readonly stateFormat: number;
      readonly updatedAt: number;
      readonly dueAt?: number;
    }
  | { readonly type: "message"; readonly conversationId: string; readonly message: Message }
  | { readonly type: "inquiry"; readonly inquiry: InquiryRecord }
  | { readonly type: "run"; readonly run: RunRecord }
  | ({ readonly type: "event" } & RecordedEvent)
  | ({ readonly type: "reply"; readonly conversationId: string; readonly createdAt: number } & ReplyKey & Reply)
  /** `bytes` in base64. */
  | { readonly type: "file-content"; readonly hash: string; readonly bytes: string }
  | { readonly type: "file"; readonly file: ArchivedFile; readonly uploadedAt: number }
  | { readonly type: "file-use"; readonly fileId: string; readonly conversationId: string }
  /** The readers of a notification are not exported, as drafts are not. */
  | { readonly type: "notification"; readonly notification: Notification }
  /** One that is being sent is due. */
  | { readonly type: "notice"; readonly notice: Notice }
  /** People, projects and keys; hashes of keys, and no sessions. */
  | AccessRecord
  /** With its place in the chain, which the copy continues. */
  | { readonly type: "audit"; readonly entry: AuditEntry }
  /** One that is in force; those that were revoked are only in the audit. */
  | { readonly type: "standing"; readonly standing: StandingRecord };

/** A file that a conversation uses; other uploads are not exported, as drafts are not. */
export type ArchivedFile = Omit<StoredFile, "conversationIds">;

/** A record with its line in the file. */
export interface NumberedRecord {
  readonly line: number;
  readonly record: ArchiveRecord;
}

/** An archive that cannot be exported or imported; `hint` says what to do. */
export class ArchiveRefused extends Error {
  override readonly name = "ArchiveRefused";
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

export function invalidLine(line: number, why: string): ArchiveRefused {
  return new ArchiveRefused(
    `line ${line} ${why}`,
    "Nothing was imported. Export again, or use another copy of the file.",
  );
}

export const unknownConversationMessage = "names a conversation that the file does not hold";

export const storeNotEmpty = new ArchiveRefused(
  "this store is not empty",
  "Import into a new data folder or a new database, before any server has worked on it.",
);

/** Throws where the tables are missing or not of this version. */
export function requireCurrentVersion({ from, steps }: MigrationReport): void {
  if (from === 0) throw noDataIn("this database");
  if (steps.length > 0)
    throw new ArchiveRefused("this store is of an older version", "Bring it up to date with `askback migrate`.");
}

export function noDataIn(where: string): ArchiveRefused {
  return new ArchiveRefused(
    `there is no Askback data in ${where}`,
    "Name the server's store: its folder with --data-dir, or its database with ASKBACK_DATABASE_URL.",
  );
}
