import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** Folders that a build or an installation writes. */
const unversioned = /^(build|dist|node_modules|\.git)\//;

const root = fileURLToPath(new URL("..", import.meta.url));
const pages = execFileSync("git", ["ls-files", "*.md"], { cwd: root, encoding: "utf8" }).trim().split("\n");

/** Folders of the repository and packages; other paths on a page are of a reader's own project. */
const folders = [...foldersIn(root), ...foldersIn(join(root, "packages"))];

function foldersIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** Paths of files and folders in backticks, such as `core/src/wire`; those of packages may leave `packages/` out. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([\w.@-]+(?:\/[\w.@-]+)+)`/g)]
    .map(([, path = ""]) => path)
    .filter((path) => folders.includes(path.split("/")[0] ?? "") && !unversioned.test(path));
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
