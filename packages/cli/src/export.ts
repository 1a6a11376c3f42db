import { createWriteStream, existsSync, renameSync, rmSync } from "node:fs";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type ArchiveHeader, archiveLine, type RecordType } from "@askback/server";
import { counted, listed } from "./counted.ts";
import { archiveOf, onStore, storeName } from "./named-store.ts";
import { type Progress, startProgress } from "./progress.ts";
import { SettingError } from "./setting-error.ts";
import type { Settings } from "./settings.ts";

const chunkSize = 64 * 1024;

/** Writes all that is stored to a file, which has its name only when it is whole; "-" is the standard output. */
export async function exportTo(file: string, settings: Settings): Promise<void> {
  if (file === "-") return void (await write(settings, process.stdout, file));
  if (existsSync(file)) throw new SettingError(`there is a file ${file} already`, "Give another name, or remove it.");
  const part = `${file}.part`;
  const forget = () => rmSync(part, { force: true });
  process.once("exit", forget);
  try {
    // For the owner only: it holds what people wrote.
    await write(settings, createWriteStream(part, { mode: 0o600, flush: true }), file);
    renameSync(part, file);
  } finally {
    process.off("exit", forget);
    forget();
  }
}

async function write(settings: Settings, target: Writable, file: string): Promise<void> {
  let progress: Progress | undefined;
  let counts: ArchiveHeader["counts"] | undefined;

  async function* chunks(): AsyncGenerator<string> {
    let waiting = "";
    for await (const value of archiveOf(settings).read()) {
      if ("format" in value) {
        counts = value.counts;
        progress = startProgress({ title: "Exporting", total: totalOf(counts) });
      } else progress?.advance(1);
      waiting += archiveLine(value);
      if (waiting.length < chunkSize) continue;
      yield waiting;
      waiting = "";
    }
    yield waiting;
  }

  try {
    const source = Readable.from(chunks());
    const isOurs = target !== process.stdout;
    await onStore(settings, () =>
      file.endsWith(".gz")
        ? pipeline(source, createGzip(), target, { end: isOurs })
        : pipeline(source, target, { end: isOurs }),
    );
  } catch (error) {
    progress?.stop();
    throw error;
  }
  const where = file === "-" ? "" : ` to ${file}`;
  if (counts) progress?.end(`Exported ${summaryOf(counts)} from ${storeName(settings)}${where}.`);
}

export function totalOf(counts: ArchiveHeader["counts"]): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

export function summaryOf(counts: ArchiveHeader["counts"]): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  return listed(parts.map(([type, count]) => counted(count, type as RecordType))) || "nothing";
}
