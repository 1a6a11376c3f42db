import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const spec = readFileSync(`${root}/SPEC.md`, "utf8");
const rules = [...spec.matchAll(/^- ([A-Z]+-\d+) /gm)].map(([, id = ""]) => id);
const testFiles = globSync("{packages,test}/**/*.{test,contract}.{ts,tsx}", {
  cwd: root,
  exclude: ["**/node_modules/**", "**/dist/**"],
});
const names = testFiles.flatMap((file) =>
  [
    ...readFileSync(`${root}/${file}`, "utf8").matchAll(
      /^\s*(?:test|it)(?:\.\w+)?(?:\([^"'`]*\))?\(\s*["'`]([^"'`]*)/gm,
    ),
  ].map(([, name = ""]) => ({ file, name })),
);

test("[REPO-2] every rule of SPEC.md is named by a test", () => {
  const named = new Set(names.flatMap(({ name }) => [...name.matchAll(/\[([A-Z]+-\d+)\]/g)].map(([, id]) => id)));
  expect(rules.length).toBeGreaterThan(80);
  expect(rules.filter((rule) => !named.has(rule))).toEqual([]);
});

test("[REPO-2] every test names a rule of SPEC.md", () => {
  const nameless = names.filter(({ name }) => !rules.includes(/^\[([A-Z]+-\d+)\]/.exec(name)?.[1] ?? ""));
  expect(nameless).toEqual([]);
});

test("[REPO-2] no rule id is used twice", () => {
  expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([]);
});

const isQuick = (file: string) => readFileSync(`${root}/${file}`, "utf8").includes('tags: "smoke"');

test("[REPO-7] `npm test` runs a quick test of every file of the flows", () => {
  const flows = testFiles.filter((file) => file.startsWith("test/e2e/"));
  expect(flows.length).toBeGreaterThan(50);
  expect(flows.filter((file) => !isQuick(file))).toEqual([]);
});

test("[REPO-7] `npm test` opens a browser for every area of the app, and uses every other interface", () => {
  const areasOf = (folder: string) => {
    const files = testFiles.filter((file) => file.startsWith(folder));
    return [...Map.groupBy(files, (file) => file.slice(folder.length).split("/")[0])];
  };
  const browser = areasOf("test/browser/");
  expect(browser.length).toBeGreaterThan(3);
  for (const [area, files] of browser) expect(files.filter(isQuick).length / files.length, area).toBeGreaterThan(1 / 3);
  const folders = areasOf("test/interfaces/").filter(([, files]) => files.length > 1);
  expect(folders.map(([folder]) => folder).sort()).toEqual(["mcp", "terminal"]);
  for (const [folder, files] of folders) expect(files.some(isQuick), folder).toBe(true);
});
