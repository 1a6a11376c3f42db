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
const format = /^(?<time>\d{15})(?: (?<uptime>\d{15}) (?<boot>\S{1,64}) (?<position>\d{15}) \k<time>\n)?/;

export function openFolderClock(
  { db, identity }: Pick<DataFolder, "db" | "identity">,
  folder: string,
  position: () => number,
  sources: TimeSources = systemTime,
): FolderClock {
  const saved = readSaved(folder);
  const clock = createClock(saved, sources, lastRecordedTime(db));
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
      writeSync(file, savedText(clock.now(), position(), sources), 0);
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
    savedPosition: saved.position ?? 0,
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

/** The time in a data folder as far as another process can tell: that with which the next process would start on it. */
export function readFolderTime(folder: string, sources: TimeSources = systemTime): number {
  return createClock(readSaved(folder), sources, 0).now();
}

function createClock({ time = 0, uptime, boot }: Saved, sources: TimeSources, lastRecorded: number): Clock {
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
  readonly position?: number;
}

function readSaved(folder: string): Saved {
  try {
    const { time, uptime, boot, position } = format.exec(readFileSync(clockFile(folder), "utf8"))?.groups ?? {};
    return {
      ...(time !== undefined && { time: Number(time) }),
      ...(boot !== undefined && { uptime: Number(uptime), boot, position: Number(position) }),
    };
  } catch {
    return {};
  }
}

/** The time comes again at the end, because an older version writes it over without the rest. */
function savedText(now: number, position: number, { uptime, boot }: TimeSources): string {
  const [time, since, end] = [now, uptime(), position].map((number) =>
    String(Math.floor(number)).padStart(digits, "0"),
  );
  return `${time} ${since} ${boot() ?? "unknown"} ${end} ${time}\n`;
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
