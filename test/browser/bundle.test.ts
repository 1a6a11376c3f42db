import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const dist = fileURLToPath(new URL("../../packages/web/dist", import.meta.url));
const page = readFileSync(join(dist, "index.html"), "utf8");

test("[WEB-8] what is loaded before anything is shown is under 120 KB compressed", () => {
  const scripts = [...page.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path = ""]) => path);
  const sizes = scripts.map((path) => gzipSync(readFileSync(join(dist, path))).length);
  expect(scripts.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(120 * 1024);
});

test("[WEB-8] the schemas of the server are in no script: the app only uses their types", () => {
  const scripts = globSync("**/*.js", { cwd: dist });
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.filter((file) => readFileSync(join(dist, file), "utf8").includes("ZodError"))).toEqual([]);
});

test("[WEB-1] the page holds no script and no style of its own, which its policy would refuse", () => {
  expect(page).not.toMatch(/<style|<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=/);
});

test("[WEB-6] what is kept for the first time without a connection is the app, not all that it may ever need", () => {
  const worker = readFileSync(join(dist, "sw.js"), "utf8");
  const files = [...worker.matchAll(/url:"([^"]+)"/g)].map(([, path = ""]) => path);
  const sizes = files.map((path) => readFileSync(join(dist, path)).length);
  for (const part of ["index.html", "chat-page", "inbox-page", "settings-page", "markdown"])
    expect(files.join(" ")).toContain(part);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_000 * 1024);
  expect(files.filter((path) => /typescript|python|highlight/.test(path))).toEqual([]);
});
