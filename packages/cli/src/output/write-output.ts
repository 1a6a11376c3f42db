import { randomBytes } from "node:crypto";
import { createWriteStream, existsSync, openSync, renameSync, rmSync } from "node:fs";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { errorMessage, SettingError } from "../settings/setting-error.ts";

export const exitCodeBySignal = { SIGINT: 130, SIGTERM: 143, SIGPIPE: 141 } as const;

/** Writes text to a file, or to the standard output for "-". */
export async function writeOutput(file: string, text: AsyncIterable<string>): Promise<void> {
  if (file !== "-") return writeWholeFile(file, (target) => pipeline(Readable.from(text), target));
  try {
    await pipeline(Readable.from(text), process.stdout, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
    // The reader of the pipe has closed it, which is no error of ours.
    process.exitCode = exitCodeBySignal.SIGPIPE;
  }
}

/** Writes a file that only its owner can read; it gets its name when it is complete, and an unfinished part is removed. */
export async function writeWholeFile(file: string, write: (target: Writable) => Promise<void>): Promise<void> {
  refuseExisting(file);
  const part = `${file}.${randomBytes(6).toString("hex")}.part`;
  const removePart = () => rmSync(part, { force: true });
  const signals = ["SIGINT", "SIGTERM"] as const;
  const exit = (signal: (typeof signals)[number]) => process.exit(exitCodeBySignal[signal]);
  process.once("exit", removePart);
  for (const signal of signals) process.once(signal, exit);
  try {
    await write(createWriteStream(part, { fd: openPart(part, file), flush: true }));
    refuseExisting(file);
    renameSync(part, file);
  } finally {
    for (const signal of signals) process.off(signal, exit);
    process.off("exit", removePart);
    removePart();
  }
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new SettingError(`there is a file ${file} already`, "Give another name, or remove it.");
}

function openPart(part: string, file: string): number {
  try {
    return openSync(part, "wx", 0o600);
  } catch (error) {
    throw unwritable(file, error);
  }
}

export function unwritable(file: string, error: unknown): SettingError {
  return new SettingError(
    `${file} cannot be written: ${errorMessage(error)}`,
    "Give a name in a folder that exists, that you can write to, and that has room.",
  );
}
