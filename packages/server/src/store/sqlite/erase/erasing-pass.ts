import { readSync, writeSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import type { Checkpoints } from "../disk/checkpoints.ts";
import type { FolderIdentity } from "../disk/folder-identity.ts";
import type { Erasures } from "./erasures.ts";
import { maxPages, rangesToClear } from "./unused-bytes.ts";
import { openWalReader } from "./wal-reader.ts";

export interface ErasedFile {
  readonly db: DatabaseSync;
  readonly path: string;
  /** Open for reading and writing for as long as the database is: closing it would release the locks of SQLite. */
  readonly descriptor: number;
  /** Must know of what is written to the file. */
  readonly identity?: Pick<FolderIdentity, "whileWriting">;
  /** Whoever else copies the write-ahead log to the database. */
  readonly checkpoints?: Checkpoints;
  /** The rows that have to be deleted before the file can be free of them. */
  readonly erasures?: Pick<Erasures, "isAtWork" | "settled">;
  /** Calls `work` when no thread of this process reads the file; needed where one does. */
  readonly betweenReads?: (work: () => void) => Promise<void>;
}

const pagesPerRead = 256;
const pagesPerClearing = 128;
const zeros = Buffer.alloc(65_536);

/**
 * Clears everything that the pages of a database do not use, in steps between which others can write. `secure_delete`
 * overwrites what is deleted, but a page that is split keeps copies in its unused part. SQLite has no statement that clears
 * them, so they are overwritten in the file, while nobody else can write to it: all of the write-ahead log is in the
 * database, and the write lock keeps it so. It throws where a reader or another program does not allow it now.
 */
export interface ErasingPass {
  /** Clears all pages as they are when they are read; those that are written meanwhile have to be cleared again. */
  clearAll(): Promise<void>;
  /** Clears all that was written since, so that no page has anything in its unused parts when it resolves. */
  clearWritten(): Promise<void>;
  /** Removes the old pages in the write-ahead log. */
  emptyLog(): Promise<void>;
  close(): void;
}

export function openErasingPass(file: ErasedFile, signal: AbortSignal): ErasingPass {
  const { db, path, descriptor, identity, betweenReads: callBetweenReads = async (work) => work() } = file;
  const whileWriting = identity?.whileWriting ?? ((work: () => void) => work());
  const pageSize = readNumber(db, "page_size");
  const wal = openWalReader(`${path}-wal`, pageSize);
  const buffer = Buffer.alloc(pagesPerRead * pageSize);
  const written = new Set<number>();
  const dirty = new Set<number>();

  /** Examines pages that follow each other. */
  function examine(first: number): void {
    const length = readSync(descriptor, buffer, 0, buffer.length, (first - 1) * pageSize);
    for (let start = 0; start + pageSize <= length; start += pageSize) {
      const number = first + start / pageSize;
      if (rangesToClear(buffer.subarray(start, start + pageSize), number).length > 0) dirty.add(number);
    }
  }

  function collectWritten(): void {
    if (!wal.collect(written)) throw new Error("another program has emptied the write-ahead log");
  }

  /** Calls `work` between two reads of this process, with all pages in `written` that were written until then. */
  async function betweenReads(work: () => void): Promise<void> {
    await callBetweenReads(() => {
      signal.throwIfAborted();
      collectWritten();
      whileWriting(work);
    });
  }

  /** Clears these pages as they are now. */
  function clear(numbers: readonly number[]): void {
    const version = readNumber(db, "data_version");
    const { busy, log, checkpointed } = db.prepare("pragma wal_checkpoint(passive)").get() ?? {};
    if (busy !== 0 || log !== checkpointed) throw new Error("a reader needs the write-ahead log");
    wal.expectRestart();
    db.exec("begin immediate");
    try {
      if (readNumber(db, "data_version") !== version) throw new Error("another program has written");
      for (const number of numbers) clearPage(number);
    } finally {
      db.exec("rollback");
    }
    // Pages in the cache still have what was cleared, and a write would bring it back.
    db.exec("pragma shrink_memory");
  }

  function clearPage(number: number): void {
    const page = buffer.subarray(0, pageSize);
    const offset = (number - 1) * pageSize;
    if (readSync(descriptor, page, 0, pageSize, offset) === pageSize)
      for (const { start, end } of rangesToClear(page, number))
        writeSync(descriptor, zeros, 0, end - start, offset + start);
    dirty.delete(number);
    written.delete(number);
  }

  async function nextTurn(): Promise<void> {
    await setImmediate();
    signal.throwIfAborted();
  }

  // The log is emptied only after it was read.
  const releaseCheckpoints = file.checkpoints?.hold();
  const autocheckpoint = readNumber(db, "wal_autocheckpoint");
  db.exec("pragma wal_autocheckpoint = 0");
  return {
    async clearAll() {
      collectWritten();
      const pageCount = readNumber(db, "page_count");
      for (let first = 1; first <= pageCount && pageCount < maxPages; first += pagesPerRead) {
        examine(first);
        await nextTurn();
        if (dirty.size < pagesPerClearing) continue;
        await betweenReads(() => clear([...dirty]));
        await nextTurn();
      }
    },
    async clearWritten() {
      for (;;) {
        await betweenReads(() => clear([...dirty, ...written].slice(0, pagesPerClearing)));
        if (dirty.size + written.size === 0) return;
        await nextTurn();
      }
    },
    emptyLog: () =>
      betweenReads(() => {
        emptyLog(db);
        wal.expectRestart();
      }),
    close() {
      wal.close();
      if (db.isOpen) db.exec(`pragma wal_autocheckpoint = ${autocheckpoint}`);
      releaseCheckpoints?.();
    },
  };
}

/** Throws at once if a reader needs the log. */
function emptyLog(db: DatabaseSync): void {
  const timeout = db.prepare("pragma busy_timeout").get()?.timeout;
  db.exec("pragma busy_timeout = 0");
  try {
    const { busy } = db.prepare("pragma wal_checkpoint(truncate)").get() ?? {};
    if (busy !== 0) throw new Error("a reader needs the write-ahead log");
  } finally {
    db.exec(`pragma busy_timeout = ${timeout}`);
  }
}

function readNumber(db: DatabaseSync, pragma: string): number {
  return Number(db.prepare(`pragma ${pragma}`).get()?.[pragma]);
}
