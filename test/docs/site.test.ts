import { execFile } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { findDeadLinks } from "../../scripts/docs/dead-links.ts";
import { pages, root } from "../harness/docs/snippets.ts";
import { temporaryFolder } from "../harness/server/temporary-folder.ts";

test("[DOCS-1] the site builds without a dead link, with every page as HTML and as markdown, and llms.txt leads to them", async () => {
  const site = temporaryFolder();
  const build = ["scripts/build-docs.ts", "--out-dir", site];
  const env = { ...process.env, NODE_ENV: "production" };
  const { stdout } = await promisify(execFile)(process.execPath, build, { cwd: root, env });
  expect(stdout).toContain(relative(root, site));
  expect(findDeadLinks(site)).toEqual([]);
  const sources = pages.filter((page) => page.startsWith("docs/")).map((page) => page.slice("docs/".length));
  expect(sources.length).toBeGreaterThan(14);
  expect(globSync("**/*.md", { cwd: site }).sort()).toEqual(sources.sort());
  for (const page of sources) expect(existsSync(join(site, page.replace(/md$/, "html"))), page).toBe(true);

  const read = (file: string) => readFileSync(join(site, file), "utf8");
  const linked = [...read("llms.txt").matchAll(/^- \[.+\]\((.+)\): \S/gm)].map(([, file]) => file);
  expect(["index.md", ...linked].sort()).toEqual(sources);
  for (const page of sources)
    for (const [, link = ""] of read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g))
      expect(existsSync(join(site, dirname(page), link)), `${link} in ${page}`).toBe(true);
});

test("[DOCS-1] a link to a missing page, place or image is found, and one to another site is not followed", {
  tags: "smoke",
}, () => {
  const site = temporaryFolder();
  mkdirSync(join(site, "start"));
  writeFileSync(
    join(site, "index.html"),
    '<h1 id="top">A</h1><a href="/start/b.html#there">b</a><a href="https://a.example/x">x</a>',
  );
  writeFileSync(
    join(site, "start/b.html"),
    '<h2 id="here">B</h2><a href="../index.html#top">a</a><a href="#here">b</a><a href="c.html">c</a><img src="/d.png">',
  );
  expect(findDeadLinks(site).sort()).toEqual([
    "index.html -> /start/b.html#there",
    "start/b.html -> /d.png",
    "start/b.html -> c.html",
  ]);
});
