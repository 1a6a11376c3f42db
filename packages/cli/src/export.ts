import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type ArchiveHeader, archiveLine, type RecordType } from "@askback/server";
import { counted, listed } from "./counted.ts";
import { archiveOf, onStore, storeName } from "./named-store.ts";
import { unwritable, writeWhole } from "./part-file.ts";
import { type Progress, startProgress } from "./progress.ts";
import type { Settings } from "./settings.ts";

const chunkSize = 64 * 1024;

/** Writes all that is stored to a file, which has its name only when it is whole; "-" is the standard output. */
export async function exportTo(file: string, settings: Settings): Promise<void> {
  const writing = startWriting(settings, file);
  try {
    if (file === "-") await writing.to(process.stdout);
    else await writeWhole(file, writing.to);
  } catch (error) {
    writing.progress()?.stop();
    if (file !== "-" || (error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
    // Who read has enough and is gone; a shell calls this 128 + SIGPIPE.
    process.exitCode = 141;
    return;
  }
  const where = file === "-" ? "" : ` to ${file}`;
  writing.progress()?.end(`Exported ${summaryOf(writing.counts())} from ${storeName(settings)}${where}.`);
}

function startWriting(settings: Settings, file: string) {
  let progress: Progress | undefined;
  let isReadable = true;
  let counts: ArchiveHeader["counts"] | undefined;

  async function* reading(): ReturnType<ReturnType<typeof archiveOf>["read"]> {
    try {
      yield* archiveOf(settings).read();
    } catch (error) {
      isReadable = false;
      throw error;
    }
  }

  async function* chunks(): AsyncGenerator<string> {
    let waiting = "";
    for await (const value of reading()) {
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

  return {
    progress: () => progress,
    counts: () => counts ?? {},
    async to(target: Writable): Promise<void> {
      let targetError: unknown;
      target.once("error", (error) => {
        targetError = error;
      });
      const zip = file.endsWith(".gz") ? [createGzip()] : [];
      try {
        await onStore(settings, () => pipeline([Readable.from(chunks()), ...zip, target], { end: file !== "-" }));
      } catch (error) {
        if (targetError === undefined || !isReadable) throw error;
        throw file === "-" ? targetError : unwritable(file, targetError);
      }
    },
  };
}

export function totalOf(counts: ArchiveHeader["counts"]): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

export function summaryOf(counts: Partial<ArchiveHeader["counts"]>): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  return listed(parts.map(([type, count]) => counted(count, type as RecordType))) || "nothing";
}
