import { closeSync, constants, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { type Clock, systemTime, type TimeSources } from "../../clock.ts";
import type { DataFolder } from "./data-folder.ts";
import { createSteadyClock } from "./steady-clock.ts";

/** The clock of a data folder: it goes on where the last process on this folder was. */
export interface FolderClock extends Clock {
  /** Writes the time down, at most once a second. */
  save(): void;
  close(): void;
}

const saveMs = 1_000;
const digits = 15;

export function openFolderClock(
  { db, identity }: Pick<DataFolder, "db" | "identity">,
  folder: string,
  sources: TimeSources = systemTime,
): FolderClock {
  // After a power cut the file can be older than the log, because it is not synced.
  const clock = createSteadyClock(Math.max(readSavedTime(folder), lastRecordedTime(db)), sources);
  let file: number | undefined;
  let savedAt = Number.NEGATIVE_INFINITY;

  function write(): void {
    savedAt = clock.elapsed();
    try {
      file ??= openFile();
      // The text always has the same length and is written over, so a kill leaves the old or the new time.
      writeSync(file, String(clock.now()).padStart(digits, "0"), 0);
    } catch {
      // On a full disk, or without a file, the time of the last recorded event has to do.
    }
  }

  function openFile(): number {
    // Another folder may have the place of this one by now.
    identity.check();
    return openSync(clockFile(folder), constants.O_RDWR | constants.O_CREAT, 0o600);
  }

  return {
    ...clock,
    save() {
      if (clock.elapsed() - savedAt >= saveMs) write();
    },
    close() {
      write();
      if (file !== undefined) closeSync(file);
    },
  };
}

/** The time in a data folder as far as another process can tell: that of the machine's clock, unless the folder is ahead. */
export function readFolderTime(folder: string, { wall }: Pick<TimeSources, "wall"> = systemTime): number {
  return Math.max(wall(), readSavedTime(folder));
}

function readSavedTime(folder: string): number {
  try {
    const text = readFileSync(clockFile(folder), "utf8");
    return text.length === digits && /^\d+$/.test(text) ? Number(text) : 0;
  } catch {
    return 0;
  }
}

function lastRecordedTime(db: DatabaseSync): number {
  const row = db
    .prepare(
      "select iif(json_valid(events), json_extract(events, '$[#-1].at'), 0) as at from log order by position desc limit 1",
    )
    .get();
  return Number(row?.at ?? 0);
}

function clockFile(folder: string): string {
  return join(folder, "clock");
}
