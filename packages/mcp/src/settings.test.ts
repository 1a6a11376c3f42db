import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cardTokenKey, readStdioSettings, requestStateKey } from "./settings.ts";

test("[MCP-14] address and key come from the environment, or from the data folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "askback-mcp-"));
  mkdirSync(join(folder, ".askback/keys"), { recursive: true });
  writeFileSync(join(folder, ".askback/keys/ask"), "ask_1\n");
  expect(readStdioSettings({}, folder)).toMatchObject({ url: "http://127.0.0.1:4100", key: "ask_1" });
  writeFileSync(join(folder, ".askback/address"), "http://127.0.0.1:4200\n");
  for (const cwd of [folder, join(folder, "src", "deep")])
    expect(readStdioSettings({}, cwd)).toMatchObject({ url: "http://127.0.0.1:4200", key: "ask_1" });
  const env = { ASKBACK_URL: "https://ask.example/", ASKBACK_KEY: "k", ASKBACK_ANSWER_KEY: "a", ASKBACK_THREAD: "t" };
  expect(readStdioSettings(env, folder)).toEqual({ url: "https://ask.example", key: "k", answerKey: "a", thread: "t" });
});

test("[MCP-14] a data folder that nobody named, as of a cloned repository, sends no key to another machine", () => {
  const folder = mkdtempSync(join(tmpdir(), "askback-mcp-"));
  const url = "https://ask.example";
  mkdirSync(join(folder, ".askback/keys"), { recursive: true });
  writeFileSync(join(folder, ".askback/keys/ask"), "ask_1\n");
  writeFileSync(join(folder, ".askback/address"), `${url}\n`);
  expect(() => readStdioSettings({ ASKBACK_KEY: "k" }, folder)).toThrow("a server on another machine");
  expect(() => readStdioSettings({}, folder)).toThrow("a server on another machine");
  expect(readStdioSettings({ ASKBACK_DATA_DIR: ".askback" }, folder)).toMatchObject({ url, key: "ask_1" });
});

test("[MCP-14] a key of the data folder is sent to the folder's server alone", () => {
  const folder = mkdtempSync(join(tmpdir(), "askback-mcp-"));
  mkdirSync(join(folder, ".askback/keys"), { recursive: true });
  writeFileSync(join(folder, ".askback/keys/ask"), "ask_1\n");
  writeFileSync(join(folder, ".askback/address"), "http://127.0.0.1:4200\n");
  expect(readStdioSettings({ ASKBACK_URL: "http://127.0.0.1:4200/" }, folder)).toMatchObject({ key: "ask_1" });
  for (const ASKBACK_URL of ["https://ask.example", "http://127.0.0.1:4300"])
    expect(() => readStdioSettings({ ASKBACK_URL, ASKBACK_DATA_DIR: ".askback" }, folder)).toThrow(
      `has none for ${ASKBACK_URL}`,
    );
});

test.each([
  ["no key", {}, "ASKBACK_KEY is not set"],
  ["no address", { ASKBACK_KEY: "k", ASKBACK_URL: "localhost" }, "ASKBACK_URL is not the address of a server"],
  [
    "the asking key to answer",
    { ASKBACK_KEY: "k", ASKBACK_ANSWER_KEY: "k" },
    "ASKBACK_ANSWER_KEY is the key that asks",
  ],
])("[MCP-8] [MCP-14] settings with %s are refused with what to do", (_, env, message) => {
  expect(() => readStdioSettings(env, "/nowhere")).toThrow(
    expect.objectContaining({ message: expect.stringContaining(message), hint: expect.stringMatching(/\.$/) }),
  );
});

test("[MCP-11] the secret of request states is the same for a key, and another for another", () => {
  expect(requestStateKey("a")).toEqual(requestStateKey("a"));
  expect(requestStateKey("a")).not.toEqual(requestStateKey("b"));
  expect(requestStateKey("a")).toHaveLength(32);
});

test("[MCP-16] the secret of cards is that of the key that answers, and none of those that sign request states", () => {
  expect(cardTokenKey({ key: "a", answerKey: "b" })).toEqual(cardTokenKey({ key: "c", answerKey: "b" }));
  expect(cardTokenKey({ key: "a", answerKey: "b" })).not.toEqual(cardTokenKey({ key: "a" }));
  for (const key of ["a", "b"]) expect(cardTokenKey({ key: "a", answerKey: "b" })).not.toEqual(requestStateKey(key));
  expect(cardTokenKey({ key: "a" })).toHaveLength(32);
});
