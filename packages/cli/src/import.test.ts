import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { createSqliteStore } from "@askback/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportTo } from "./export.ts";
import { importFrom } from "./import.ts";
import { readSettings, type Settings } from "./settings.ts";

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

/** An export of a store that nobody has used. */
let exported: { readonly file: string; readonly bytes: Buffer; readonly settings: Settings };

beforeAll(async () => {
  const dataDir = newPath("data");
  await createSqliteStore({ folder: dataDir }).close();
  const [file, settings] = [newPath("all.jsonl"), await settingsFor(dataDir)];
  await exportTo(file, settings);
  exported = { file, bytes: readFileSync(file), settings };
});

const broken: readonly (readonly [string, (bytes: Buffer) => Buffer, RegExp])[] = [
  ["cut.jsonl", (bytes) => bytes.subarray(0, -40), /^line 1 is not the first line of an export of Askback/],
  ["more.jsonl", (bytes) => Buffer.concat([bytes, Buffer.from("{}\n")]), /^line 2 is no record of an export/],
  ["cut.gz", (bytes) => gzipSync(bytes).subarray(0, -10), /cut\.gz cannot be read: unexpected end of file/],
  ["plain.gz", (bytes) => bytes, /plain\.gz cannot be read: incorrect header check/],
  ["zipped.jsonl", (bytes) => gzipSync(bytes), /zipped\.jsonl is compressed$/],
  ["text.jsonl", () => Buffer.from([0x7b, 0xff]), /^line 1 or one soon after it is no UTF-8 text/],
  ["empty.jsonl", () => Buffer.from(""), /^line 1 is not the first line of an export of Askback/],
];

test.each(broken)(
  "[OPS-6] a broken file such as %s is refused in words, with what to do",
  async (name, breaking, words) => {
    const file = newPath(name);
    writeFileSync(file, breaking(exported.bytes));
    const dataDir = newPath("data");
    await expect(importFrom(file, await settingsFor(dataDir))).rejects.toMatchObject({
      name: "SettingError",
      message: expect.stringMatching(words),
      hint: expect.stringContaining("Nothing was imported."),
    });
  },
);

test("[OPS-6] a file that is not there and one that is there already are named", async () => {
  const [nowhere, settings] = [newPath("nowhere.jsonl"), await settingsFor(newPath("data"))];
  await expect(importFrom(nowhere, settings)).rejects.toThrow(/nowhere\.jsonl cannot be read: ENOENT/);
  await expect(exportTo(exported.file, exported.settings)).rejects.toThrow(/there is a file .*all\.jsonl already/);
  expect(readFileSync(exported.file)).toEqual(exported.bytes);
  await expect(exportTo(nowhere, settings)).rejects.toThrow(/there is no Askback data in/);
  await expect(exportTo(join(nowhere, "all.jsonl"), exported.settings)).rejects.toMatchObject({
    message: expect.stringMatching(/nowhere\.jsonl\/all\.jsonl cannot be written: ENOENT/),
    hint: expect.stringContaining("a folder that is there"),
  });
  expect(readdirSync(folder).filter((name) => name.includes("nowhere"))).toEqual([]);
});

test("[OPS-6] nothing is imported beside a server, and an empty store is moved as well", async () => {
  const dataDir = newPath("data");
  const server = createSqliteStore({ folder: dataDir });
  await expect(importFrom(exported.file, await settingsFor(dataDir))).rejects.toMatchObject({
    message: expect.stringContaining("is in use by another Askback process"),
    hint: expect.stringContaining("Stop the server of this data folder"),
  });
  await server.close();
  await importFrom(exported.file, await settingsFor(dataDir));
});

test("[OPS-6] of two exports to one name one is refused, and no part of it is left", async () => {
  const file = newPath("twice.jsonl");
  const ends = await Promise.allSettled([exportTo(file, exported.settings), exportTo(file, exported.settings)]);
  expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(readFileSync(file)).toEqual(exported.bytes);
  expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
});
