import { randomBytes } from "node:crypto";
import { createWriteStream, existsSync, openSync, renameSync, rmSync } from "node:fs";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type ArchiveHeader, toArchiveLine } from "@askback/server";
import type { Command } from "commander";
import { formatCounts, sumCounts } from "../output/format-count.ts";
import { type Progress, startProgress } from "../output/progress.ts";
import { errorMessage, SettingError } from "../settings/setting-error.ts";
import type { Flags, Settings } from "../settings/settings.ts";
import { createArchive, storeName, withStoreErrors } from "../store/configured-store.ts";
import { settingsFor, withStoreOptions } from "./options.ts";

const chunkSize = 64 * 1024;
const exitCodeBySignal = { SIGINT: 130, SIGTERM: 143, SIGPIPE: 141 } as const;

export function addExportCommand(program: Command): void {
  withStoreOptions(program.command("export <file>").description("write everything that is stored to a file"))
    .addHelpText("after", help)
    .action(async (file: string, flags: Flags) => exportTo(file, await settingsFor(flags)));
}

const help = `
The store is the database of ASKBACK_DATABASE_URL, or the file in the data folder; servers can keep running meanwhile.
The file holds one JSON text per line, compressed if its name ends in .gz; "-" is the standard output.
It holds what people wrote, and no keys.
While servers run, an export is a backup. To move: stop all servers, export, import, and start them on the new store.

Examples:
  askback export backup.jsonl.gz
  askback export - | ssh elsewhere "cat > backup.jsonl"
`;

/** Writes everything that is stored to a file, or to the standard output for "-". */
export async function exportTo(file: string, settings: Settings): Promise<void> {
  const writer = createWriter(settings, file);
  try {
    if (file === "-") await writer.writeTo(process.stdout);
    else await writeWholeFile(file, writer.writeTo);
  } catch (error) {
    writer.progress()?.stop();
    if (file !== "-" || (error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
    // The reader of the pipe has closed it, which is no error of ours.
    process.exitCode = exitCodeBySignal.SIGPIPE;
    return;
  }
  const where = file === "-" ? "" : ` to ${file}`;
  writer.progress()?.end(`Exported ${formatCounts(writer.counts())} from ${storeName(settings)}${where}.`);
}

function createWriter(settings: Settings, file: string) {
  let progress: Progress | undefined;
  let isReadable = true;
  let counts: ArchiveHeader["counts"] | undefined;

  async function* readStore(): ReturnType<ReturnType<typeof createArchive>["read"]> {
    try {
      yield* createArchive(settings).read();
    } catch (error) {
      isReadable = false;
      throw error;
    }
  }

  async function* readChunks(): AsyncGenerator<string> {
    let buffer = "";
    for await (const value of readStore()) {
      if ("format" in value) {
        counts = value.counts;
        progress = startProgress({ title: "Exporting", total: sumCounts(counts) });
      } else progress?.advance(1);
      buffer += toArchiveLine(value);
      if (buffer.length < chunkSize) continue;
      yield buffer;
      buffer = "";
    }
    yield buffer;
  }

  return {
    progress: () => progress,
    counts: () => counts ?? {},
    async writeTo(target: Writable): Promise<void> {
      let targetError: unknown;
      target.once("error", (error) => {
        targetError = error;
      });
      const zip = file.endsWith(".gz") ? [createGzip()] : [];
      try {
        await withStoreErrors(settings, () =>
          pipeline([Readable.from(readChunks()), ...zip, target], { end: file !== "-" }),
        );
      } catch (error) {
        if (targetError === undefined || !isReadable) throw error;
        throw file === "-" ? targetError : unwritable(file, targetError);
      }
    },
  };
}

/** Writes a file that only its owner can read; it gets its name when it is complete, and an unfinished part is removed. */
async function writeWholeFile(file: string, write: (target: Writable) => Promise<void>): Promise<void> {
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

function unwritable(file: string, error: unknown): SettingError {
  return new SettingError(
    `${file} cannot be written: ${errorMessage(error)}`,
    "Give a name in a folder that exists, that you can write to, and that has room.",
  );
}
