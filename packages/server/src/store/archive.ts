import type { Conversation, InquiryRecord, Message, RunRecord } from "@askback/core";
import type { MigrationReport } from "./migration.ts";
import type { RecordedEvent, Reply, ReplyKey } from "./store.ts";

/** All that a store holds, to be moved into another of either kind. Leases stay behind: whoever works there does not work here. */
export interface Archive {
  /** The header, then every record, all as of one moment. Servers of the store are not held up meanwhile. */
  read(): AsyncGenerator<ArchiveHeader | ArchiveRecord>;
  /** Takes everything or nothing, and only where nothing was ever stored. */
  write(header: ArchiveHeader, records: AsyncIterable<NumberedRecord>): Promise<void>;
}

export interface ArchiveHeader {
  readonly format: typeof archiveFormat;
  readonly formatVersion: typeof archiveVersion;
  /** Events up to this position may have been pruned. */
  readonly horizon: number;
  readonly counts: Readonly<Record<RecordType, number>>;
}

export const archiveFormat = "askback-export";
export const archiveVersion = 1;

/** What belongs to a conversation comes after all conversations, in this order. */
export const recordTypes = ["conversation", "message", "inquiry", "run", "event", "reply"] as const;
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
  | ({ readonly type: "reply"; readonly conversationId: string; readonly createdAt: number } & ReplyKey & Reply);

/** A record with its line in the file. */
export interface NumberedRecord {
  readonly line: number;
  readonly record: ArchiveRecord;
}

/** An archive that is not read or not taken: why, and what to do about it. */
export class ArchiveRefused extends Error {
  override readonly name = "ArchiveRefused";
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

/** A line that cannot be taken. */
export function brokenLine(line: number, why: string): ArchiveRefused {
  return new ArchiveRefused(
    `line ${line} ${why}`,
    "Nothing was imported. Export again, or use another copy of the file.",
  );
}

export const unknownConversation = "names a conversation that the file does not hold";

export const notEmpty = new ArchiveRefused(
  "this store is not empty",
  "Import into a new data folder or a new database, before any server has worked on it.",
);

/** Why what is stored cannot be read with the tables of this version. */
export function unreadable({ from, steps }: MigrationReport): ArchiveRefused | undefined {
  if (from === 0) return noData("this database");
  if (steps.length === 0) return undefined;
  return new ArchiveRefused("this store is of an older version", "Bring it up to date with `askback migrate`.");
}

export function noData(where: string): ArchiveRefused {
  return new ArchiveRefused(
    `there is no Askback data in ${where}`,
    "Name the server's store: its folder with --data-dir, or its database with ASKBACK_DATABASE_URL.",
  );
}
