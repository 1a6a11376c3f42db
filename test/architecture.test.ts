import { globSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Which folders each folder may import from; `folder/*` is the files in it alone. ARCHITECTURE.md shows the same table. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  "core/src": [],
  "client/src": ["@askback/core", "@askback/core/wire"],
  "mcp/src": ["@askback/core", "@askback/core/wire", "@askback/client"],
  // The page of the card is built from what of the web app's card needs no React.
  "mcp/src/page": ["@askback/core", "@askback/core/wire", "mcp/src/card", "react/src"],
  "adapters/src": ["@askback/client", "@askback/core", "@askback/core/wire"],
  "testing/src": ["@askback/client", "@askback/core/wire"],
  "react/src/data": ["@askback/client", "@askback/core", "@askback/core/wire"],
  "react/src/i18n": [],
  "react/src/ui": ["react/src/i18n"],
  "react/src/text": ["@askback/core", "@askback/core/wire", "react/src/i18n", "react/src/ui"],
  "react/src/attachments": [
    "@askback/core",
    "@askback/core/wire",
    "react/src/*",
    "react/src/data",
    "react/src/i18n",
    "react/src/ui",
    "react/src/text",
  ],
  "react/src/card": [
    "@askback/core",
    "@askback/core/wire",
    "react/src/*",
    "react/src/attachments",
    "react/src/data",
    "react/src/i18n",
    "react/src/ui",
    "react/src/text",
  ],
  "react/src/chat": [
    "@askback/client",
    "@askback/core",
    "@askback/core/wire",
    "react/src/*",
    "react/src/attachments",
    "react/src/data",
    "react/src/i18n",
    "react/src/ui",
    "react/src/text",
    "react/src/card",
  ],
  "react/src/inbox": [
    "@askback/client",
    "@askback/core",
    "@askback/core/wire",
    "react/src/*",
    "react/src/data",
    "react/src/i18n",
    "react/src/ui",
    "react/src/text",
    "react/src/card",
  ],
  "react/src": ["@askback/client", "@askback/core", "@askback/core/wire", "react/src"],
  "web/src": ["@askback/client", "@askback/core/wire", "@askback/react", "@askback/react/styles.css"],
  "server/src/store": ["@askback/core", "server/src/clock.ts"],
  "server/src/feed": ["server/src/store"],
  "server/src/runtime": ["@askback/core", "server/src/clock.ts", "server/src/trace.ts", "server/src/store"],
  "server/src/notify": [
    "@askback/core",
    "server/src/clock.ts",
    "server/src/store",
    "server/src/runtime/claim-poller.ts",
  ],
  "server/src/demo": ["server/src/runtime"],
  "server/src/http": [
    "@askback/client",
    "@askback/core",
    "@askback/core/wire",
    "@askback/mcp",
    "server/src/clock.ts",
    "server/src/conversation-id.ts",
    "server/src/trace.ts",
    "server/src/store",
    "server/src/feed",
    "server/src/runtime",
    "server/src/notify",
  ],
  "server/src": ["@askback/core", "server/src"],
  "cli/src": ["@askback/client", "@askback/core", "@askback/core/wire", "@askback/mcp", "@askback/server"],
};

/** The libraries that core may import. */
const coreLibraries = ["zod"];

/** Libraries that need React, which `react/src/data` is free of. */
const reactLibrary = /^(?:react|react-dom|react-aria-components|@react-aria\/|@lingui\/react|@tanstack\/react-query)/;

const sources = globSync("packages/*/src/**/*.{ts,tsx}", { cwd: root }).filter(
  (file) => !/\.(test|contract|fixture)\.tsx?$|\/testing\//.test(file),
);

test("[REPO-1] [S0-37] packages and folders import only what the table allows", () => {
  const violations = sources.flatMap((file) =>
    importsOf(file)
      .filter((target) => !isAllowed(file, target))
      .map((target) => `${file} imports ${target}`),
  );
  expect(sources.length).toBeGreaterThan(50);
  expect(violations).toEqual([]);
});

test("[SEND-8] in react and web only the outbox sends resolutions, undos and messages", () => {
  const sending = /inquiries\s*\.(answer|delegate|decline|dismiss|retract|deliver|extend)\b|conversations\s*\.send\b/;
  const others = sources.filter((file) => /^packages\/(react|web)\//.test(file) && !file.includes("/data/outbox/"));
  expect(others.filter((file) => sending.test(readFileSync(resolve(root, file), "utf8")))).toEqual([]);
});

test("[REPO-1] the table of ARCHITECTURE.md names every folder of the table here", () => {
  const page = readFileSync(resolve(root, "ARCHITECTURE.md"), "utf8");
  const missing = Object.keys(allowed).filter((folder) => !page.includes(`\`${folder}\``));
  expect(missing).toEqual([]);
});

test("[REPO-1] only the two programs read the environment", () => {
  const reading = /(?<!")process\.env\b|\benv\b[^}\n]*\} = process\b|: Start = process\b/;
  const readers = sources.filter((file) => reading.test(readFileSync(resolve(root, file), "utf8")));
  expect(readers.filter((file) => !/^packages\/cli\/src\/commands\//.test(file)).sort()).toEqual([
    "packages/cli/src/output/command-name.ts",
    "packages/mcp/src/main.ts",
  ]);
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
  if (/^(core|server|cli|client|mcp|adapters|testing|react|web)\//.test(target))
    return folderOf(target) === folder || (allowed[folder] ?? []).some((entry) => isIn(target, entry));
  if (folder === "react/src/data") return !reactLibrary.test(target);
  return folder !== "core/src" || coreLibraries.includes(target);
}

function isIn(target: string, entry: string): boolean {
  return entry.endsWith("/*") ? dirname(target) === dirname(entry) : target.startsWith(entry);
}

function folderOf(path: string): string {
  const folders = Object.keys(allowed).sort((a, b) => b.length - a.length);
  return folders.find((folder) => path.startsWith(`${folder}/`)) ?? path;
}
