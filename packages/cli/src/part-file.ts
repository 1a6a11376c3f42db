import { randomBytes } from "node:crypto";
import { createWriteStream, existsSync, openSync, renameSync, rmSync } from "node:fs";
import type { Writable } from "node:stream";
import { messageOf } from "./open-store.ts";
import { SettingError } from "./setting-error.ts";

const signals = { SIGINT: 130, SIGTERM: 143 } as const;

/** Writes a file for its owner only, which has its name only when it is whole; until then nobody finds the part by name. */
export async function writeWhole(file: string, write: (target: Writable) => Promise<void>): Promise<void> {
  refuseExisting(file);
  const part = `${file}.${randomBytes(6).toString("hex")}.part`;
  const forget = () => rmSync(part, { force: true });
  const end = (signal: keyof typeof signals) => process.exit(signals[signal]);
  process.once("exit", forget);
  for (const signal of Object.keys(signals)) process.once(signal, end);
  try {
    await write(createWriteStream(part, { fd: openPart(part, file), flush: true }));
    refuseExisting(file);
    renameSync(part, file);
  } finally {
    for (const signal of Object.keys(signals)) process.off(signal, end);
    process.off("exit", forget);
    forget();
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
    `${file} cannot be written: ${messageOf(error)}`,
    "Give a name in a folder that is there, that you may write in, and that has room.",
  );
}
