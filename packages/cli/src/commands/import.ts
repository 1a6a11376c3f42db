import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { ArchiveRefused, type NumberedRecord, readArchive } from "@askback/server";
import type { Command } from "commander";
import { formatCounts, sumCounts } from "../output/format-count.ts";
import { type Progress, startProgress } from "../output/progress.ts";
import { errorMessage } from "../settings/setting-error.ts";
import type { Flags, Settings } from "../settings/settings.ts";
import { createArchive, storeName, withStoreErrors } from "../store/configured-store.ts";
import { settingsFor, withStoreOptions } from "./options.ts";

export function addImportCommand(program: Command): void {
  withStoreOptions(program.command("import <file>").description("read an export into an empty store"))
    .addHelpText("after", help)
    .action(async (file: string, flags: Flags) => importFrom(file, await settingsFor(flags)));
}

const help = `
The store is the database of ASKBACK_DATABASE_URL, or the file in the data folder. It must be empty and have no server yet.
To move from another store, stop all servers before the export: what they do after it is not in the file.
All of the file is imported or nothing; "-" is the standard input. Keys are not in the file: copy the folder \`keys\`.

Examples:
  askback import backup.jsonl.gz --data-dir ./restored
  ASKBACK_DATABASE_URL=postgres://askback@db/askback askback import backup.jsonl.gz
`;

/** Imports all of a file into the store of the settings, or nothing; "-" is the standard input. */
export async function importFrom(file: string, settings: Settings): Promise<void> {
  const source = file === "-" ? process.stdin : createReadStream(file);
  let progress: Progress | undefined;
  try {
    await withStoreErrors(settings, async () => {
      const { header, records } = await readArchive(readLines(readBytes(source, file)));
      progress = startProgress({ title: "Importing", total: sumCounts(header.counts) });
      await createArchive(settings).write(header, withProgress(records, progress));
      progress.end(
        `Imported ${formatCounts(header.counts)} into ${storeName(settings)}. Keys are not in the file: copy the folder \`keys\` if callers use those.`,
      );
    });
  } catch (error) {
    progress?.stop();
    throw error;
  } finally {
    source.destroy();
  }
}

async function* readBytes(source: Readable, file: string): AsyncGenerator<Uint8Array> {
  const bytes = file.endsWith(".gz") ? source.pipe(createGunzip()) : source;
  // A pipe does not pass errors on.
  if (bytes !== source) source.once("error", (error) => bytes.destroy(error));
  let isFirst = true;
  try {
    for await (const chunk of bytes) {
      if (isFirst && chunk[0] === 0x1f && chunk[1] === 0x8b) throw compressedFile(file);
      isFirst = false;
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ArchiveRefused) throw error;
    throw new ArchiveRefused(
      `${file} cannot be read: ${errorMessage(error)}`,
      "Nothing was imported. Check the name of the file, or use another copy of it.",
    );
  }
}

function compressedFile(file: string): ArchiveRefused {
  return file === "-"
    ? new ArchiveRefused(
        "the standard input is compressed",
        "Nothing was imported. Decompress it first: gunzip -c backup.jsonl.gz | askback import -",
      )
    : new ArchiveRefused(`${file} is compressed`, "Nothing was imported. Give it a name that ends in .gz.");
}

/** Longer than any line of an export; without a limit one hostile line could fill the memory. */
const maxLineLength = 64 * 1024 * 1024;

export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let parts: string[] = [];
  let length = 0;
  let number = 1;

  function decode(chunk?: Uint8Array): string {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw badLine(`line ${number} or one soon after it is not UTF-8`);
    }
  }

  for await (const chunk of chunks) {
    const [rest = "", ...more] = decode(chunk).split("\n");
    parts.push(rest);
    length += rest.length;
    for (const next of more) {
      yield parts.join("");
      number += 1;
      parts = [next];
      length = next.length;
    }
    if (length > maxLineLength) throw badLine(`line ${number} is longer than any line of an export`);
  }
  const last = parts.join("") + decode();
  if (last !== "") yield last;
}

function badLine(message: string): ArchiveRefused {
  return new ArchiveRefused(message, "Nothing was imported. Export again, or use another copy of the file.");
}

async function* withProgress(
  records: AsyncIterable<NumberedRecord>,
  progress: Progress,
): AsyncGenerator<NumberedRecord> {
  for await (const record of records) {
    yield record;
    progress.advance(1);
  }
}
