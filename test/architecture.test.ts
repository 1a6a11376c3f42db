import { globSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Which folders each folder may import from; ARCHITECTURE.md shows the same table. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  "core/src": [],
  "client/src": ["@askback/core", "@askback/core/wire"],
  "react/src/draft": ["@askback/client", "@askback/core", "@askback/core/wire", "react/src/clock.ts"],
  "react/src/live": ["@askback/client", "@askback/core", "@askback/core/wire", "react/src/clock.ts"],
  "react/src": ["@askback/client", "@askback/core", "@askback/core/wire", "react/src"],
  "web/src": [
    "@askback/client",
    "@askback/core/wire",
    "@askback/react",
    "@askback/react/styles.css",
    "@askback/react/terminal.css?url",
  ],
  "server/src/store": ["@askback/core", "server/src/clock.ts"],
  "server/src/feed": ["server/src/store"],
  "server/src/runtime": ["@askback/core", "server/src/clock.ts", "server/src/trace.ts", "server/src/store"],
  "server/src/demo": ["server/src/runtime"],
  "server/src/http": [
    "@askback/core",
    "@askback/core/wire",
    "server/src/clock.ts",
    "server/src/conversation-id.ts",
    "server/src/trace.ts",
    "server/src/store",
    "server/src/feed",
    "server/src/runtime",
  ],
  "server/src": ["@askback/core", "server/src"],
  "cli/src": ["@askback/server"],
};

/** What the core may see beside itself. */
const coreLibraries = ["zod"];

const sources = globSync("packages/*/src/**/*.{ts,tsx}", { cwd: root }).filter(
  (file) => !/\.(test|contract|fixture)\.tsx?$|\/testing\//.test(file),
);

test("[REPO-1] packages and folders import only what the table allows", () => {
  const violations = sources.flatMap((file) =>
    importsOf(file)
      .filter((target) => !isAllowed(file, target))
      .map((target) => `${file} imports ${target}`),
  );
  expect(sources.length).toBeGreaterThan(50);
  expect(violations).toEqual([]);
});

test("[REPO-1] the table of ARCHITECTURE.md names every folder of the table here", () => {
  const page = readFileSync(resolve(root, "ARCHITECTURE.md"), "utf8");
  const missing = Object.keys(allowed).filter((folder) => !page.includes(`\`${folder}\``));
  expect(missing).toEqual([]);
});

function importsOf(file: string): string[] {
  const text = readFileSync(resolve(root, file), "utf8");
  return [...text.matchAll(/(?<!["\w])(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, target = ""]) =>
    target.startsWith(".") ? relative(resolve(root, "packages"), resolve(root, dirname(file), target)) : target,
  );
}

function isAllowed(file: string, target: string): boolean {
  const folder = folderOf(file.slice("packages/".length));
  if (target.startsWith("@askback/") || target === "askback") return allowed[folder]?.includes(target) === true;
  if (/^(core|server|cli|client|react|web)\//.test(target))
    return folderOf(target) === folder || (allowed[folder] ?? []).some((prefix) => target.startsWith(prefix));
  return folder !== "core/src" || coreLibraries.includes(target);
}

function folderOf(path: string): string {
  const folders = Object.keys(allowed).sort((a, b) => b.length - a.length);
  return folders.find((folder) => path.startsWith(`${folder}/`)) ?? path;
}
