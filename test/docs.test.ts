import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const pages = globSync(["*.md", ".github/*.md", "docs/**/*.md", "packages/*/README.md", "examples/*/README.md"], {
  cwd: root,
});

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** Paths of files and folders in backticks, such as `core/src/wire`; those of packages may leave `packages/` out. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`((?:packages\/|docs\/|test\/)?[\w@-]+(?:\/[\w.@-]+)+)`/g)]
    .map(([, path = ""]) => path)
    .filter((path) => /^(?:packages|docs|test|core|client|react|web|server|cli)\//.test(path));
}

test("[REPO-8] every file and folder that a page names exists", () => {
  const missing = pages.flatMap((page) =>
    pathsIn(read(page))
      .filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, "packages", path)))
      .map((path) => `${page} names ${path}`),
  );
  expect(pathsIn(read("ARCHITECTURE.md")).length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

test("[REPO-8] every link of a page leads to a file", () => {
  const missing = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
      .map(([, link = ""]) => link)
      .filter((link) => !existsSync(join(root, dirname(page), link)))
      .map((link) => `${page} links to ${link}`),
  );
  expect(missing).toEqual([]);
});

test("[REPO-8] the way of an inquiry is a list of at most 40 files, each named once", () => {
  const files = [...read("ARCHITECTURE.md").matchAll(/^(\d+)\. `([^`]+)`: /gm)].map(([, number, file = ""]) => ({
    number: Number(number),
    file,
  }));
  expect(files.length).toBeGreaterThan(20);
  expect(files.length).toBeLessThanOrEqual(40);
  expect(files.map(({ number }) => number)).toEqual(files.map((_, index) => index + 1));
  expect(new Set(files.map(({ file }) => file)).size).toBe(files.length);
});
