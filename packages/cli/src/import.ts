import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { ArchiveRefused, type NumberedRecord, readArchive } from "@askback/server";
import { summaryOf, totalOf } from "./export.ts";
import { linesOf } from "./lines.ts";
import { archiveOf, onStore, storeName } from "./named-store.ts";
import { messageOf } from "./open-store.ts";
import { type Progress, startProgress } from "./progress.ts";
import type { Settings } from "./settings.ts";

/** Reads all of a file into the store that the settings name, or nothing; "-" is the standard input. */
export async function importFrom(file: string, settings: Settings): Promise<void> {
  const source = file === "-" ? process.stdin : createReadStream(file);
  let progress: Progress | undefined;
  try {
    await onStore(settings, async () => {
      const { header, records } = await readArchive(linesOf(textOf(source, file)));
      progress = startProgress({ title: "Importing", total: totalOf(header.counts) });
      await archiveOf(settings).write(header, watched(records, progress));
      progress.end(
        `Imported ${summaryOf(header.counts)} into ${storeName(settings)}. Keys do not move with it: copy the folder \`keys\` if callers use those.`,
      );
    });
  } catch (error) {
    progress?.stop();
    throw error;
  } finally {
    source.destroy();
  }
}

async function* textOf(source: Readable, file: string): AsyncGenerator<Uint8Array> {
  const text = file.endsWith(".gz") ? source.pipe(createGunzip()) : source;
  // A pipe does not pass errors on.
  if (text !== source) source.once("error", (error) => text.destroy(error));
  let isFirst = true;
  try {
    for await (const chunk of text) {
      if (isFirst && chunk[0] === 0x1f && chunk[1] === 0x8b) throw compressed(file);
      isFirst = false;
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ArchiveRefused) throw error;
    throw new ArchiveRefused(
      `${file} cannot be read: ${messageOf(error)}`,
      "Nothing was imported. Check the name of the file, or use another copy of it.",
    );
  }
}

function compressed(file: string): ArchiveRefused {
  return file === "-"
    ? new ArchiveRefused(
        "what comes from the standard input is compressed",
        "Nothing was imported. Unpack it on the way: gunzip -c backup.jsonl.gz | askback import -",
      )
    : new ArchiveRefused(`${file} is compressed`, "Nothing was imported. Give it a name that ends in .gz.");
}

async function* watched(records: AsyncIterable<NumberedRecord>, progress: Progress): AsyncGenerator<NumberedRecord> {
  for await (const record of records) {
    yield record;
    progress.advance(1);
  }
}
