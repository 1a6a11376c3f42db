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
const format = /^(?<time>\d{15})(?: (?<uptime>\d{15}) (?<boot>\S{1,64}) \k<time>\n)?/;

export function openFolderClock(
  { db, checkIdentity }: Pick<DataFolder, "db" | "checkIdentity">,
  folder: string,
  sources: TimeSources = systemTime,
): FolderClock {
  const clock = createClock(folder, sources, lastRecordedTime(db));
  let file: number | undefined;
  let savedAt = Number.NEGATIVE_INFINITY;

  function write(): void {
    savedAt = clock.elapsed();
    try {
      file ??= openFile();
      // The text always has the same length and is written over, so a kill leaves the old or the new time.
      writeSync(file, savedText(clock.now(), sources), 0);
    } catch {
      // On a full disk, or without a file, the time of the last recorded event has to do.
    }
  }

  function openFile(): number {
    // Another folder may have the place of this one by now.
    checkIdentity();
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

/** The time in a data folder as far as another process can tell: that with which the next process would start on it. */
export function readFolderTime(folder: string, sources: TimeSources = systemTime): number {
  return createClock(folder, sources, 0).now();
}

function createClock(folder: string, sources: TimeSources, lastRecorded: number): Clock {
  const { time = 0, uptime, boot } = readSaved(folder);
  const sinceMs = sources.uptime() - (uptime ?? Number.POSITIVE_INFINITY);
  // While the machine was not started anew its uptime tells how long no process ran, whatever was done to its clock.
  if (boot !== undefined && boot === sources.boot() && sinceMs >= 0)
    return createSteadyClock({ time: Math.max(time + sinceMs, lastRecorded), isCurrent: true }, sources);
  // After a power cut the file can be older than the log, because it is not synced.
  return createSteadyClock({ time: Math.max(time, lastRecorded), isCurrent: false }, sources);
}

interface Saved {
  readonly time?: number;
  readonly uptime?: number;
  readonly boot?: string;
}

function readSaved(folder: string): Saved {
  try {
    const { time, uptime, boot } = format.exec(readFileSync(clockFile(folder), "utf8"))?.groups ?? {};
    return {
      ...(time !== undefined && { time: Number(time) }),
      ...(boot !== undefined && { uptime: Number(uptime), boot }),
    };
  } catch {
    return {};
  }
}

/** The time comes again at the end, because an older version writes it over without the rest. */
function savedText(now: number, { uptime, boot }: TimeSources): string {
  const [time, since] = [now, uptime()].map((ms) => String(Math.floor(ms)).padStart(digits, "0"));
  return `${time} ${since} ${boot() ?? "unknown"} ${time}\n`;
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
