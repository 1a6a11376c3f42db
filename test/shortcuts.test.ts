import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { shortcuts } from "../packages/react/src/shortcuts.tsx";

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = globSync("packages/{react,web}/src/**/*.{ts,tsx}", { cwd: root })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => readFileSync(`${root}/${path}`, "utf8"));

test("[KEYS-5] the list of shortcuts has every key that is declared, each once", () => {
  const declared = sources.flatMap((source) =>
    [...source.matchAll(/\bkeys: \[.*?\blabel: "([^"]+)"/gs)].map(([, label]) => label),
  );
  expect(shortcuts.map(({ label }) => label).sort()).toEqual(declared.sort());
});

test("[KEYS-5] no key is bound that is not declared", () => {
  expect(sources.filter((source) => /\b(?:matchesKeys|useShortcut)\(["'`]/.test(source))).toEqual([]);
});
