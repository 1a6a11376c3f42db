import { closeSync, constants, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { type Clock, systemTime, type TimeSources } from "../../../clock.ts";
import type { DataFolder } from "../data-folder.ts";
import { createSteadyClock } from "./steady-clock.ts";

/** The clock of a data folder: it goes on where the last process on this folder was. Beside the time it keeps how long the log was. */
export interface FolderClock extends Clock {
  /** How long the log was when the last process on this folder wrote it down; 0 where that is unknown. */
  readonly savedPosition: number;
  /** Writes the time and the end of the log down, within a second and at most once in it. */
  save(): void;
  close(): void;
}

const saveMs = 1_000;
const digits = 15;

export function openFolderClock(
  { db, identity }: Pick<DataFolder, "db" | "identity">,
  folder: string,
  position: () => number,
  sources: TimeSources = systemTime,
): FolderClock {
  const saved = readSaved(folder);
  // After a power cut the file can be older than the log, because it is not synced.
  const clock = createSteadyClock(Math.max(saved.time, lastRecordedTime(db)), sources);
  let file: number | undefined;
  let savedAt = Number.NEGATIVE_INFINITY;
  let cancelSave: (() => void) | undefined;

  function write(): void {
    savedAt = clock.elapsed();
    cancelSave?.();
    cancelSave = undefined;
    try {
      file ??= openFile();
      // The text always has the same length and is written over, so a kill leaves the old or the new time.
      writeSync(file, [clock.now(), position()].map((number) => String(number).padStart(digits, "0")).join(" "), 0);
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
    savedPosition: saved.position,
    save() {
      if (clock.elapsed() - savedAt >= saveMs) write();
      else cancelSave ??= clock.after(saveMs, write);
    },
    close() {
      write();
      if (file !== undefined) closeSync(file);
    },
  };
}

/** The time in a data folder as far as another process can tell: that of the machine's clock, unless the folder is ahead. */
export function readFolderTime(folder: string, { wall }: Pick<TimeSources, "wall"> = systemTime): number {
  return Math.max(wall(), readSaved(folder).time);
}

/** A file of an older server has no position. */
const savedText = new RegExp(`^(\\d{${digits}})(?: (\\d{${digits}}))?$`);

function readSaved(folder: string): { readonly time: number; readonly position: number } {
  try {
    const [, time, position] = savedText.exec(readFileSync(clockFile(folder), "utf8")) ?? [];
    return { time: Number(time ?? 0), position: Number(position ?? 0) };
  } catch {
    return { time: 0, position: 0 };
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
