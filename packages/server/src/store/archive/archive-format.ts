import { stateFormat } from "@askback/core";
import type { ZodError } from "zod";
import {
  type ArchiveHeader,
  type ArchiveRecord,
  ArchiveRefused,
  archiveFormat,
  archiveVersion,
  invalidLine,
  type NumberedRecord,
  type RecordType,
} from "./archive.ts";
import { AnyRecord, Header } from "./archive-schema.ts";

/** A header or a record as a line of a file; JSON contains no raw line break. */
export function toArchiveLine(value: ArchiveHeader | ArchiveRecord): string {
  return `${JSON.stringify(value)}\n`;
}

/** Reads an archive from its lines; an invalid or missing line is an error with its number. */
export async function readArchive(
  lines: AsyncIterable<string>,
): Promise<{ readonly header: ArchiveHeader; readonly records: AsyncGenerator<NumberedRecord> }> {
  const iterator = lines[Symbol.asyncIterator]();
  const first = await iterator.next();
  const header = parseHeader(first.done ? "" : first.value);
  return { header, records: parseRecords({ [Symbol.asyncIterator]: () => iterator }, header) };
}

function parseHeader(text: string): ArchiveHeader {
  const value = parseJson(text);
  const { format, formatVersion } = (value ?? {}) as Partial<Record<string, unknown>>;
  if (format === archiveFormat && formatVersion !== archiveVersion)
    throw new ArchiveRefused(
      `line 1 says that the file has version ${String(formatVersion)}, and this Askback knows version ${archiveVersion}`,
      "Import it with the version of Askback that made it, and upgrade afterwards.",
    );
  if (!Header.safeParse(value).success) throw invalidLine(1, "is not the first line of an export of Askback");
  return value as ArchiveHeader;
}

async function* parseRecords(lines: AsyncIterable<string>, { counts }: ArchiveHeader): AsyncGenerator<NumberedRecord> {
  const left = new Map<RecordType, number>(Object.entries(counts) as [RecordType, number][]);
  let line = 1;
  for await (const text of lines) {
    line += 1;
    const record = parseRecord(text, line);
    left.set(record.type, (left.get(record.type) ?? 0) - 1);
    yield { line, record };
  }
  for (const [type, missing] of left)
    if (missing !== 0)
      throw invalidLine(
        line,
        `is the last one, and ${Math.abs(missing)} records of type "${type}" are ${missing > 0 ? "missing: the file was cut off" : "too many"}`,
      );
}

function parseRecord(text: string, line: number): ArchiveRecord {
  const value = parseJson(text);
  if (value === undefined) throw invalidLine(line, "is no JSON: the file was cut off or changed");
  const parsed = AnyRecord.safeParse(value);
  if (!parsed.success) throw invalidLine(line, `is no record of an export${describePath(parsed.error)}`);
  const record = value as ArchiveRecord;
  if (record.type === "conversation" && !isReadable(record.stateFormat))
    throw invalidLine(line, `holds a conversation of another version of Askback (state format ${record.stateFormat})`);
  return record;
}

/** States of format 1 are only upgraded by the migrations of a data folder. */
const oldestReadable = 2;

function isReadable(format: number): boolean {
  return format >= oldestReadable && format <= stateFormat;
}

/** The path of the first invalid value; the value itself is not shown. */
function describePath({ issues: [issue] }: ZodError): string {
  return issue && issue.path.length > 0 ? `: "${issue.path.join(".")}" is not as it should be` : "";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
