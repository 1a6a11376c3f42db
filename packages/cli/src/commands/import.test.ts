import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { createSqliteStore } from "@askback/server";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSettings, type Settings } from "../settings/settings.ts";
import { exportTo } from "./export.ts";
import { importFrom, readLines } from "./import.ts";

const folder = mkdtempSync(join(tmpdir(), "askback-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
function newPath(name: string): string {
  count += 1;
  return join(folder, `${count}-${name}`);
}

function settingsFor(dataDir: string): Promise<Settings> {
  return readSettings({ dataDir }, {}, folder);
}

/** An export of an unused store. */
let exported: { readonly file: string; readonly bytes: Buffer; readonly settings: Settings };

beforeAll(async () => {
  const dataDir = newPath("data");
  await createSqliteStore({ folder: dataDir }).close();
  const [file, settings] = [newPath("all.jsonl"), await settingsFor(dataDir)];
  await exportTo(file, settings);
  exported = { file, bytes: readFileSync(file), settings };
});

const broken: readonly (readonly [string, (bytes: Buffer) => Buffer, RegExp])[] = [
  ["cut.jsonl", (bytes) => bytes.subarray(0, 40), /^line 1 is not the first line of an export of Askback/],
  ["more.jsonl", (bytes) => Buffer.concat([bytes, Buffer.from("{}\n")]), /^line \d+ is no record of an export/],
  ["cut.gz", (bytes) => gzipSync(bytes).subarray(0, -10), /cut\.gz cannot be read: unexpected end of file/],
  ["plain.gz", (bytes) => bytes, /plain\.gz cannot be read: incorrect header check/],
  ["zipped.jsonl", (bytes) => gzipSync(bytes), /zipped\.jsonl is compressed$/],
  ["text.jsonl", () => Buffer.from([0x7b, 0xff]), /^line 1 or one soon after it is not UTF-8/],
  ["empty.jsonl", () => Buffer.from(""), /^line 1 is not the first line of an export of Askback/],
];

test.each(broken)(
  "[OPS-6] a broken file such as %s is refused with a reason and a hint",
  async (name, breakBytes, message) => {
    const file = newPath(name);
    writeFileSync(file, breakBytes(exported.bytes));
    const dataDir = newPath("data");
    await expect(importFrom(file, await settingsFor(dataDir))).rejects.toMatchObject({
      name: "SettingError",
      message: expect.stringMatching(message),
      hint: expect.stringContaining("Nothing was imported."),
    });
  },
);

test("[OPS-6] an error names a file that is missing and one that exists already", async () => {
  const [nowhere, settings] = [newPath("nowhere.jsonl"), await settingsFor(newPath("data"))];
  await expect(importFrom(nowhere, settings)).rejects.toThrow(/nowhere\.jsonl cannot be read: ENOENT/);
  await expect(exportTo(exported.file, exported.settings)).rejects.toThrow(/there is a file .*all\.jsonl already/);
  expect(readFileSync(exported.file)).toEqual(exported.bytes);
  await expect(exportTo(nowhere, settings)).rejects.toThrow(/there is no Askback data in/);
  await expect(exportTo(join(nowhere, "all.jsonl"), exported.settings)).rejects.toMatchObject({
    message: expect.stringMatching(/nowhere\.jsonl\/all\.jsonl cannot be written: ENOENT/),
    hint: expect.stringContaining("a folder that exists"),
  });
  expect(readdirSync(folder).filter((name) => name.includes("nowhere"))).toEqual([]);
});

test("[OPS-6] import is refused while a server runs, and an empty store can be imported", async () => {
  const dataDir = newPath("data");
  const server = createSqliteStore({ folder: dataDir });
  await expect(importFrom(exported.file, await settingsFor(dataDir))).rejects.toMatchObject({
    message: expect.stringContaining("is in use by another Askback process"),
    hint: expect.stringContaining("Stop the server of this data folder"),
  });
  await server.close();
  await importFrom(exported.file, await settingsFor(dataDir));
});

test("[OPS-6] of two exports to one name one is refused, and leaves no part behind", async () => {
  const file = newPath("twice.jsonl");
  const ends = await Promise.allSettled([exportTo(file, exported.settings), exportTo(file, exported.settings)]);
  expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(readFileSync(file)).toEqual(exported.bytes);
  expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
});

async function* splitBytes(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function collect(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

test("[OPS-6] the lines of a file do not depend on how it is split into chunks", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: "grapheme" })), fc.integer({ min: 1, max: 9 }), async (texts, size) => {
      const lines = texts.map((text) => text.replaceAll("\n", "") || "-");
      const read = await collect(readLines(splitBytes(new TextEncoder().encode(lines.join("\n")), size)));
      expect(read).toEqual(lines);
    }),
  );
});

test("[OPS-6] a file that is cut within a character is refused", async () => {
  const bytes = new TextEncoder().encode("one\ntwo é").subarray(0, -1);
  await expect(collect(readLines(splitBytes(bytes, 4)))).rejects.toThrow(/^line 2 or one soon after it is not UTF-8/);
});
