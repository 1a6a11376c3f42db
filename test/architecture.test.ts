import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

const page = readFileSync(resolve(root, "ARCHITECTURE.md"), "utf8");

/** Which folders each folder may import from, as the table of ARCHITECTURE.md says. */
const allowed: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [...page.matchAll(/^\| `(\w+\/src[^`]*)` \| ([^|]*) \|/gm)].map(([, folder = "", cell = ""]) => [
    folder,
    [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, entry = ""]) => expanded(entry)),
  ]),
);

/** Libraries that need React, which `react/src/data` is free of. */
const reactLibrary = /^(?:react|react-dom|react-aria-components|@react-aria\/|@lingui\/react|@tanstack\/react-query)/;

const sources = globSync("packages/*/src/**/*.{ts,tsx}", { cwd: root }).filter(
  (file) => !/\.(test|contract|fixture)\.tsx?$|\/src\/(.*\/)?testing\//.test(file),
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

test("[SEND-8] [SEND-20] in react and web only the outbox sends, but for secrets and the worker of notifications", () => {
  const sending =
    /inquiries\s*\.(answer|delegate|decline|dismiss|retract|deliver|extend)\b|conversations\s*\.send\b|\/v1\/inquiries\/.*\/answer/;
  const scripts = globSync("packages/web/public/**/*.js", { cwd: root });
  const others = [...sources, ...scripts].filter(
    (file) => /^packages\/(react|web)\//.test(file) && !file.includes("/data/outbox/"),
  );
  expect(others.filter((file) => sending.test(readFileSync(resolve(root, file), "utf8"))).sort()).toEqual([
    "packages/react/src/data/inquiry/send-secrets.ts",
    "packages/web/public/push-worker.js",
  ]);
});

test("[REPO-1] every package has a row, and every row is of a folder that exists", () => {
  const packages = new Set(sources.map((file) => file.split("/").slice(1, 3).join("/")));
  expect([...packages].filter((folder) => allowed[folder] === undefined)).toEqual([]);
  expect(Object.keys(allowed).filter((folder) => !existsSync(resolve(root, "packages", folder)))).toEqual([]);
});

test("[REPO-8] ARCHITECTURE.md names every folder of a package's sources", () => {
  const list = /## Folders\n\n```\n([^`]+)```/.exec(page)?.[1] ?? "";
  const packages = list.split(/^(?=\w+\/src)/m);
  const rooms = new Set(
    sources.map((file) => file.split("/").slice(1, 4)).map(([name, src, room]) => `${name}/${src}/${room}`),
  );
  const missing = [...rooms].filter((room) => {
    const [name, src, folder = ""] = room.split("/");
    const text = packages.find((each) => each.startsWith(`${name}/${src}`)) ?? "";
    return !folder.includes(".") && !new RegExp(`\\b${folder}\\b`).test(text);
  });
  expect(rooms.size).toBeGreaterThan(40);
  expect(missing).toEqual([]);
});

test("[REPO-8] ARCHITECTURE.md names every folder beside the packages, and those of the tests", () => {
  const [, section = ""] = /## Beside the packages\n([^#]+)##/.exec(page) ?? [];
  const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
  const folders = new Set(tracked.flatMap((file) => /^(?:test\/\w+|(?!test|packages)\w+)(?=\/)/.exec(file)?.[0] ?? []));
  expect(folders.size).toBeGreaterThan(15);
  expect([...folders].filter((folder) => !section.includes(`\`${folder}\``))).toEqual([]);
});

test("[REPO-1] only the two programs read the environment", () => {
  const reading = /(?<!")process\.env\b|\benv\b[^}\n]*\} = process\b|: Start = process\b/;
  const readers = sources.filter((file) => reading.test(readFileSync(resolve(root, file), "utf8")));
  expect(readers.filter((file) => !/^packages\/cli\/src\/commands\//.test(file)).sort()).toEqual([
    "packages/cli/src/output/command-name.ts",
    "packages/mcp/src/main.ts",
  ]);
});

test("[REPO-1] core makes no random value: ids are derived, and what is random comes in as data", () => {
  const core = sources.filter((file) => file.startsWith("packages/core/"));
  expect(core.length).toBeGreaterThan(50);
  const random = /\bMath\s*\.\s*random\b|\bcrypto\b/;
  expect(core.filter((file) => random.test(readFileSync(resolve(root, file), "utf8")))).toEqual([]);
});

/** `a/{b,c}` is `a/b` and `a/c`. */
function expanded(entry: string): string[] {
  const [, folder, rooms] = /^(.*)\{(.*)\}$/.exec(entry) ?? [];
  return rooms === undefined ? [entry] : rooms.split(",").map((room) => `${folder}${room}`);
}

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
  return folder !== "core/src" || allowed[folder]?.includes(target) === true;
}

function isIn(target: string, entry: string): boolean {
  if (entry.endsWith("/*")) return dirname(target) === dirname(entry);
  return target === entry || target.startsWith(`${entry}/`);
}

function folderOf(path: string): string {
  const folders = Object.keys(allowed).sort((a, b) => b.length - a.length);
  return folders.find((folder) => path.startsWith(`${folder}/`)) ?? path;
}
