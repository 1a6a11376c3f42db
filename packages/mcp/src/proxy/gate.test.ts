import { expect, test } from "vitest";
import { splitCommandLine } from "./command-line.ts";
import { createGate, readPatterns } from "./gate.ts";
import { readProxyOptions } from "./options.ts";

test("[PROXY-8] a pattern has stars anywhere, and every other character stands for itself", () => {
  const isGated = createGate(readPatterns(" create_*, *_file ,git.*.push,a+b "));
  for (const name of ["create_", "create_issue", "Create_Issue", "write_file", "git.x.push", "a+b", "\u{ff43}reate_x"])
    expect(isGated(name), name).toBe(true);
  for (const name of ["recreate_x", "creat", "write_files", "gitxxxpush", "aab", ""])
    expect(isGated(name), name).toBe(false);
  expect(createGate(readPatterns(""))("anything")).toBe(false);
  expect(createGate(["*"])("line\nbreak")).toBe(true);
});

test("[PROXY-8] characters that nobody sees, and letters with the same upper case, do not let a name past the gate", () => {
  const isGated = createGate(["delete_issue"]);
  for (const name of [
    "delete\u200B_issue",
    "delete_issue\0",
    "\uFEFFdelete_issue",
    "dele\u00ADte_issue",
    "delete_\u0131ssue",
  ])
    expect(isGated(name), JSON.stringify(name)).toBe(true);
  expect(isGated("delete_tissue")).toBe(false);
});

test("[PROXY-8] a pattern of many stars is matched at once", () => {
  expect(createGate(["*".repeat(10_000)])("a".repeat(10_000))).toBe(true);
});

test("[PROXY-12] a command line is split as a shell does, and nothing is expanded", () => {
  expect(splitCommandLine(`npx -y "a server" --dir '/x y' $HOME \\"q\\" ""`)).toEqual([
    "npx",
    "-y",
    "a server",
    "--dir",
    "/x y",
    "$HOME",
    '"q"',
    "",
  ]);
  expect(() => splitCommandLine('npx "open')).toThrow("not closed");
});

test("[PROXY-12] options without a server to wrap, and unknown ones, are refused with what to do", () => {
  expect(readProxyOptions([])).toBeUndefined();
  expect(readProxyOptions(["--wrap", "npx x", "--approve", "a*"])).toEqual({ wrap: "npx x", approve: "a*" });
  for (const args of [["--approve", "a*"], ["--wrap", " "], ["--wrapp", "x"], ["--wrap"]])
    expect(() => readProxyOptions(args)).toThrow();
});
