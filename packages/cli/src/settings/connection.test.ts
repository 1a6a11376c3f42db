import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConnection } from "./connection.ts";
import { readTerminalSettings } from "./terminal-settings.ts";

const folder = mkdtempSync(join(tmpdir(), "askback-connection-"));
const dataDir = join(folder, ".askback");
mkdirSync(join(dataDir, "keys"), { recursive: true });
mkdirSync(join(folder, "deep/er"), { recursive: true });
writeFileSync(join(dataDir, "keys/ask"), "ask_1\n");
writeFileSync(join(dataDir, "keys/answer"), "ans_1\n");
writeFileSync(join(dataDir, "address"), "http://127.0.0.1:4999\n");

const own = { url: "http://127.0.0.1:4999", askKey: "ask_1", answerKey: "ans_1" };

test("[TERM-12] the nearest data folder gives the address and the keys", () => {
  for (const cwd of [folder, join(folder, "deep/er")]) expect(readConnection({}, {}, cwd)).toEqual(own);
  expect(readConnection({}, { ASKBACK_DATA_DIR: dataDir }, "/")).toEqual(own);
  expect(readConnection({ dataDir }, {}, "/")).toEqual(own);
});

test("[TERM-12] ASKBACK_URL and ASKBACK_KEY win, and a flag over both", () => {
  const env = { ASKBACK_URL: "https://ask.example.org/", ASKBACK_KEY: "k" };
  const keys = { askKey: "k", answerKey: "k" };
  expect(readConnection({}, env, folder)).toEqual({ url: "https://ask.example.org", ...keys });
  expect(readConnection({ url: "http://127.0.0.1:1" }, env, folder)).toEqual({ url: "http://127.0.0.1:1", ...keys });
});

test("[TERM-12] a key of the data folder is not sent to another server", () => {
  expect(() => readConnection({}, { ASKBACK_URL: "https://ask.example.org" }, folder)).toThrow("there is no key for");
  expect(readConnection({}, { ASKBACK_URL: own.url }, folder)).toEqual(own);
});

test("[TERM-12] a data folder that nobody named, as of a cloned repository, sends no key to another machine", () => {
  const clone = mkdtempSync(join(tmpdir(), "askback-clone-"));
  const url = "https://ask.example.org";
  mkdirSync(join(clone, ".askback/keys"), { recursive: true });
  writeFileSync(join(clone, ".askback/keys/ask"), "ask_2\n");
  writeFileSync(join(clone, ".askback/address"), `${url}\n`);
  expect(() => readConnection({}, { ASKBACK_KEY: "k" }, clone)).toThrow("a server on another machine");
  expect(() => readConnection({}, {}, clone)).toThrow("a server on another machine");
  expect(readConnection({}, { ASKBACK_URL: url }, clone)).toMatchObject({ url, askKey: "ask_2" });
  expect(readConnection({ dataDir: ".askback" }, {}, clone)).toMatchObject({ url, askKey: "ask_2" });
  expect(readConnection({}, { ASKBACK_KEY: "k" }, folder)).toMatchObject({ url: own.url });
});

test("[TERM-8] an address that is none is refused with its source", () => {
  for (const url of ["ask.example.org", "file:///etc/passwd", "http://"])
    expect(() => readConnection({}, { ASKBACK_URL: url, ASKBACK_KEY: "k" }, folder)).toThrow(
      "ASKBACK_URL (environment)",
    );
});

const terminal = { stdin: { isTTY: true }, stderr: { isTTY: true } };
const piped = { stdin: {}, stderr: {} };

test("[TERM-10] colours follow NO_COLOR, FORCE_COLOR, TERM and the terminal", () => {
  const hasColor = (env: Record<string, string>, streams: typeof piped = terminal) =>
    readTerminalSettings({}, env, streams).hasColor;
  expect(hasColor({})).toBe(true);
  expect(hasColor({}, piped)).toBe(false);
  expect(hasColor({ FORCE_COLOR: "1" }, piped)).toBe(true);
  expect(hasColor({ FORCE_COLOR: "0" })).toBe(false);
  expect(hasColor({ NO_COLOR: "1", FORCE_COLOR: "1" })).toBe(false);
  expect(hasColor({ TERM: "dumb" })).toBe(false);
});

test("[TERM-9] screen-reader mode is a flag or a setting, and plain terminals get lines too", () => {
  const isByLines = (flags: object, env: Record<string, string>) =>
    readTerminalSettings(flags, env, terminal).isLineByLine;
  expect(isByLines({}, {})).toBe(false);
  expect(isByLines({ screenReader: true }, {})).toBe(true);
  expect(isByLines({ plain: true }, {})).toBe(true);
  for (const name of ["ASKBACK_SCREEN_READER", "INK_SCREEN_READER"]) {
    expect(isByLines({}, { [name]: "1" })).toBe(true);
    expect(isByLines({}, { [name]: "false" })).toBe(false);
  }
  expect(isByLines({}, { TERM: "dumb" })).toBe(true);
});
