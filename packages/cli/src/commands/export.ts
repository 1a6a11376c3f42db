import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type ArchiveHeader, toArchiveLine } from "@askback/server";
import type { Command } from "commander";
import { formatCounts, sumCounts } from "../output/format-count.ts";
import { type Progress, startProgress } from "../output/progress.ts";
import { exitCodeBySignal, unwritable, writeWholeFile } from "../output/write-output.ts";
import type { Flags, Settings } from "../settings/settings.ts";
import { createArchive, storeName, withStoreErrors } from "../store/configured-store.ts";
import { settingsFor, withStoreOptions } from "./options.ts";

const chunkSize = 64 * 1024;

export function addExportCommand(program: Command): void {
  withStoreOptions(program.command("export <file>").description("write everything that is stored to a file"))
    .addHelpText("after", help)
    .action(async (file: string, flags: Flags) => exportTo(file, await settingsFor(flags)));
}

const help = `
The store is the database of ASKBACK_DATABASE_URL, or the file in the data folder; servers can keep running meanwhile.
The file holds one JSON text per line, compressed if its name ends in .gz; "-" is the standard output.
It holds what people wrote, the people themselves, and the hashes of stored keys; keys of the config and the data folder are not in it.
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
