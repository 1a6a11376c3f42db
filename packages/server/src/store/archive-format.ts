import { stateFormat } from "@askback/core";
import type { ZodError } from "zod";
import {
  type ArchiveHeader,
  type ArchiveRecord,
  ArchiveRefused,
  archiveFormat,
  archiveVersion,
  brokenLine,
  type NumberedRecord,
  type RecordType,
} from "./archive.ts";
import { AnyRecord, Header } from "./archive-schema.ts";

/** A header or a record as a line of a file: JSON holds no raw line break. */
export function archiveLine(value: ArchiveHeader | ArchiveRecord): string {
  return `${JSON.stringify(value)}\n`;
}

/** Reads an archive from its lines; a line that is not as it should be, or one that is missing, is an error that names it. */
export async function readArchive(
  lines: AsyncIterable<string>,
): Promise<{ readonly header: ArchiveHeader; readonly records: AsyncGenerator<NumberedRecord> }> {
  const iterator = lines[Symbol.asyncIterator]();
  const first = await iterator.next();
  const header = headerOf(first.done ? "" : first.value);
  return { header, records: recordsOf({ [Symbol.asyncIterator]: () => iterator }, header) };
}

function headerOf(text: string): ArchiveHeader {
  const value = jsonOf(text);
  const { format, formatVersion } = (value ?? {}) as Partial<Record<string, unknown>>;
  if (format === archiveFormat && formatVersion !== archiveVersion)
    throw new ArchiveRefused(
      `line 1 says that the file has version ${String(formatVersion)}, and this Askback knows version ${archiveVersion}`,
      "Import it with the version of Askback that made it, and upgrade afterwards.",
    );
  if (!Header.safeParse(value).success) throw brokenLine(1, "is not the first line of an export of Askback");
  return value as ArchiveHeader;
}

async function* recordsOf(lines: AsyncIterable<string>, { counts }: ArchiveHeader): AsyncGenerator<NumberedRecord> {
  const left = new Map<RecordType, number>(Object.entries(counts) as [RecordType, number][]);
  let line = 1;
  for await (const text of lines) {
    line += 1;
    const record = recordOf(text, line);
    left.set(record.type, (left.get(record.type) ?? 0) - 1);
    yield { line, record };
  }
  for (const [type, missing] of left)
    if (missing !== 0)
      throw brokenLine(
        line,
        `is the last one, and ${Math.abs(missing)} records of type "${type}" are ${missing > 0 ? "missing: the file was cut off" : "too many"}`,
      );
}

function recordOf(text: string, line: number): ArchiveRecord {
  const value = jsonOf(text);
  if (value === undefined) throw brokenLine(line, "is no JSON: the file was cut off or changed");
  const read = AnyRecord.safeParse(value);
  if (!read.success) throw brokenLine(line, `is no record of an export${whereOf(read.error)}`);
  const record = value as ArchiveRecord;
  if (record.type === "conversation" && !isReadable(record.stateFormat))
    throw brokenLine(line, `holds a conversation of another version of Askback (state format ${record.stateFormat})`);
  return record;
}

/** States of the first form are brought on by the steps of a data folder alone. */
const oldestReadable = 2;

function isReadable(format: number): boolean {
  return format >= oldestReadable && format <= stateFormat;
}

/** The place of the first fault, never what stands there. */
function whereOf({ issues: [issue] }: ZodError): string {
  return issue && issue.path.length > 0 ? `: "${issue.path.join(".")}" is not as it should be` : "";
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
