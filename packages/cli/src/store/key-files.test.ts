import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256Of } from "@askback/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readKeys } from "./key-files.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "askback-keys-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const names = ["ask", "answer", "secret"] as const;
const modeOf = (path: string) => statSync(join(folder, "keys", path)).mode & 0o777;
const keyIn = (name: string) => readFileSync(join(folder, "keys", name), "utf8").trim();

test("[SEC-5] keys are created once, and only their owner can read them, whatever the umask", () => {
  const umask = process.umask(0);
  try {
    readKeys(folder, []);
  } finally {
    process.umask(umask);
  }
  expect(modeOf(".")).toBe(0o700);
  expect(names.map(modeOf)).toEqual([0o600, 0o600, 0o600]);
  const made = names.map(keyIn);
  for (const key of made) expect(key).toMatch(/^(ask_|ans_|)[\w-]{32}$/);
  expect(new Set(made).size).toBe(3);
  readKeys(folder, []);
  expect(names.map(keyIn)).toEqual(made);
});

test("[SEC-5] the permissions of keys that others could read are corrected", () => {
  mkdirSync(join(folder, "keys"));
  writeFileSync(join(folder, "keys", "answer"), "ans_mine\n", { mode: 0o644 });
  chmodSync(join(folder, "keys"), 0o755);
  const keys = readKeys(folder, []);
  expect(modeOf(".")).toBe(0o700);
  expect(modeOf("answer")).toBe(0o600);
  expect(keys.principalOf("ans_mine")).toMatchObject({
    id: "owner",
    project: "default",
    scopes: ["answer", "admin", "metrics"],
  });
});

test("[SEC-5] an empty key file authorizes nobody", () => {
  mkdirSync(join(folder, "keys"));
  for (const name of names) writeFileSync(join(folder, "keys", name), "\n");
  const keys = readKeys(folder, []);
  expect(keys.principalOf("")).toBeUndefined();
  for (const name of names) expect(keyIn(name)).not.toBe("");
});

test("[SEC-2] the agent key never has the scope answer; configured keys have their own scopes", () => {
  const keys = readKeys(folder, [{ name: "team", scopes: ["answer"], sha256: sha256Of("mine").toUpperCase() }]);
  expect(keys.principalOf(keyIn("ask"))).toMatchObject({ id: "agent", project: "default", scopes: ["ask"] });
  expect(keys.principalOf(keyIn("answer"))).toMatchObject({
    id: "owner",
    project: "default",
    scopes: ["answer", "admin", "metrics"],
  });
  expect(keys.principalOf("mine")).toMatchObject({ id: "team", project: "default", scopes: ["answer"] });
  for (const key of ["", keyIn("secret"), `${keyIn("ask")} `, sha256Of("mine")])
    expect(keys.principalOf(key)).toBeUndefined();
});
