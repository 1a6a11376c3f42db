import { fdatasync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import type { Clock } from "../../clock.ts";
import { type ErasedFile, openErasingPass } from "./erase/erasing-pass.ts";
import { deleteUnusedContents } from "./erase/unused-contents.ts";

const firstRetryMs = 1_000;
const maxRetryMs = 60_000;

/** The file may hold deleted content, may hold what was deleted before its last pass began to end, or holds none. */
const marks = { deleted: 1, ending: 2, none: 0 } as const;

/** Marks the file as holding deleted content; set in the transaction that deletes. */
export const markForScrub = setMark("deleted");

function setMark(mark: keyof typeof marks): string {
  return `pragma application_id = ${marks[mark]}`;
}

/** Clears deleted content from the bytes of the files, in steps beside other work, and never fails a commit. */
export interface Scrub {
  /** Whether the file may hold deleted content. */
  isMarked(): boolean;
  /** Begins if the file is marked and nothing is under way. */
  start(): void;
  /** Resolves when the content is gone, or when that has to wait: a reader needs it, or the disk fails. It is tried again later. */
  settled(): Promise<void>;
  /** Why the last try failed; undefined where none did, or one succeeded since. */
  failure(): unknown;
  close(): void;
}

export function createScrub(file: ErasedFile, clock: Clock): Scrub {
  const { db } = file;
  const readMark = db.prepare("pragma application_id");
  const closing = new AbortController();
  let underWay: Promise<void> | undefined;
  let isPutOff = false;
  let retryMs = firstRetryMs;
  let cancelRetry = () => {};
  let failure: unknown;

  const isMarked = () => readMark.get()?.application_id !== marks.none;

  function start(): void {
    if (underWay || isPutOff || closing.signal.aborted || file.erasures?.isAtWork() || !isMarked()) return;
    underWay = scrub()
      // The mark stays, so that the next start of a server finds it as well.
      .catch(putOff)
      .finally(() => {
        underWay = undefined;
      });
  }

  async function scrub(): Promise<void> {
    await deleteUnusedContents(db, async () => {
      file.checkpoints?.runIfDue();
      await nextTurn();
    });
    const pass = openErasingPass(file, closing.signal);
    try {
      await pass.clearAll();
      // If something is deleted meanwhile, only what was written since has to be cleared once more.
      do {
        await file.erasures?.settled();
        if (file.erasures?.isAtWork()) throw new Error("rows could not be deleted");
        db.exec(setMark("ending"));
        await nextTurn();
        await deleteUnusedContents(db, nextTurn);
        await pass.clearWritten();
        await promisify(fdatasync)(file.descriptor);
        await pass.emptyLog();
        await nextTurn();
      } while (readMark.get()?.application_id !== marks.ending || file.erasures?.isAtWork());
      db.exec(setMark("none"));
      retryMs = firstRetryMs;
      failure = undefined;
    } finally {
      pass.close();
    }
  }

  async function nextTurn(): Promise<void> {
    await setImmediate();
    closing.signal.throwIfAborted();
  }

  function putOff(error: unknown): void {
    if (closing.signal.aborted) return;
    failure = error;
    isPutOff = true;
    cancelRetry = clock.after(retryMs, () => {
      retryMs = Math.min(2 * retryMs, maxRetryMs);
      isPutOff = false;
      start();
    });
  }

  return {
    isMarked,
    start,
    settled: async () => underWay,
    failure: () => failure,
    close() {
      closing.abort();
      cancelRetry();
    },
  };
}
