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

test("[REPO-7] `npm test` opens a browser for every area of the app", () => {
  const areas = Map.groupBy(
    testFiles.filter((file) => file.startsWith("test/browser/")),
    (file) => file.split("/")[2],
  );
  expect(areas.size).toBeGreaterThan(3);
  for (const [area, files] of areas) {
    const quick = files.filter((file) => readFileSync(`${root}/${file}`, "utf8").includes('tags: "smoke"'));
    expect(quick.length / files.length, area).toBeGreaterThan(1 / 3);
  }
});
