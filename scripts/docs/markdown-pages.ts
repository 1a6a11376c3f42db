import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import config from "../../docs/.vitepress/config.ts";
import { sections } from "../../docs/.vitepress/sections.ts";

/** Writes each page as markdown beside its HTML, `llms.txt` with links to them, and `llms-full.txt` with all of them. */
export function writeMarkdownPages(docs: string, outDir: string): void {
  const read = (page: string) => textOf(readFileSync(join(docs, page), "utf8"));
  const pages = ["index.md", ...sections.flatMap(({ items }) => items.map(({ link }) => fileOf(link)))];
  for (const page of pages) {
    const text = read(page);
    for (const file of [page, ...imagesOf(text).map((image) => join(dirname(page), image))])
      cpSync(join(docs, file), join(outDir, file));
    writeFileSync(join(outDir, page), text);
  }
  const lists = sections.map(({ text, items }) => {
    const links = items.map((item) => `- [${item.text}](${fileOf(item.link)}): ${leadOf(read(fileOf(item.link)))}`);
    return [`## ${text}`, "", ...links].join("\n");
  });
  const head = `# ${config.title}\n\n> ${config.description}`;
  writeFileSync(join(outDir, "llms.txt"), `${[head, ...lists].join("\n\n")}\n`);
  writeFileSync(join(outDir, "llms-full.txt"), pages.map(read).join("\n\n"));
}

/** A page without its front matter and the elements that only arrange it. */
function textOf(page: string): string {
  return page.replace(/^---\n[\s\S]*?\n---\n+/, "").replaceAll(/^<\/?(?:div|main)\b[^>]*>\n+/gm, "");
}

function fileOf(link: string): string {
  return `${link.slice(1)}.md`;
}

function imagesOf(page: string): string[] {
  return Array.from(page.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g), ([, image = ""]) => image);
}

/** The first sentence under the title of a page. */
function leadOf(page: string): string {
  const [, paragraph = ""] = page.split("\n\n");
  const text = paragraph.replaceAll("\n", " ");
  return /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, ".") ?? text;
}
