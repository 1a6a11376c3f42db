import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "vitepress";
import { findDeadLinks } from "./docs/dead-links.ts";
import { writeMarkdownPages } from "./docs/markdown-pages.ts";

const docs = fileURLToPath(new URL("../docs", import.meta.url));
const { values } = parseArgs({ options: { "out-dir": { type: "string" } } });
const outDir = values["out-dir"] ?? join(docs, ".vitepress/dist");

/** Builds the site, with each page as markdown beside it, and fails on a link that leads nowhere. */
await build(docs, { outDir });
writeMarkdownPages(docs, outDir);
const dead = findDeadLinks(outDir);
for (const link of dead) console.error(`dead link: ${link}`);
if (dead.length > 0) process.exit(1);
console.log(`The site is in ${relative(process.cwd(), outDir)}.`);
