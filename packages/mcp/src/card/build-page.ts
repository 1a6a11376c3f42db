import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { rolldown } from "rolldown";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const react = "../../../react/src";

/** The stylesheets of the web app's card, and what differs in a host. */
const styleFiles = [
  ...["ui/variables", "ui/controls", "card/card", "card/form/form", "card/form/question", "card/summary"],
  ...["card/responsive"],
]
  .map((name) => `${react}/${name}.css`)
  .concat("../page/page.css");

const languages = ["en", "de", "es", "fr", "ja", "zh-CN", "ar"];

export interface BuiltPage {
  readonly html: string;
  /** The files from which its script is built. */
  readonly modules: readonly string[];
}

/** Builds the page of the card: one HTML file that may load nothing, and run nothing but its own script. */
export async function buildPage(version: string): Promise<BuiltPage> {
  const { script, readableScript, modules } = await bundleScript();
  const style = await readStyles();
  const data = JSON.stringify({ version, messages: await usedMessages(readableScript) }).replaceAll("<", "\\u003c");
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const parts = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width"><title>Askback</title>',
    `<style>${style}</style></head><body><main></main><div role="status" class="ask-hidden"></div>`,
    `<script type="application/json" id="data">${data}</script>`,
    `<script type="module">${script}</script></body></html>`,
  ];
  return { html: parts.join(""), modules };
}

async function bundleScript() {
  const bundle = await rolldown({
    input: here("../page/main.tsx"),
    platform: "browser",
    resolve: { conditionNames: ["@askback/source", "import"] },
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
    // What the page does not use of the card's modules, such as React, is left out.
    treeshake: { moduleSideEffects: false },
    onLog(level, log) {
      // This directive is for servers, which this page has none of.
      if (level === "warn" && log.code !== "MODULE_LEVEL_DIRECTIVE") throw new Error(log.message);
    },
  });
  const [readable] = (await bundle.generate()).output;
  const [minified] = (await bundle.generate({ minify: true })).output;
  await bundle.close();
  const used = Object.entries(readable.modules).filter(([, { renderedLength }]) => renderedLength > 0);
  // The text of a script ends at the first end tag in it.
  const script = minified.code.trim().replaceAll("</script", "<\\/script");
  return { script, readableScript: readable.code, modules: used.map(([file]) => file) };
}

async function readStyles(): Promise<string> {
  const texts = await Promise.all(styleFiles.map((file) => readFile(here(file), "utf8")));
  return texts
    .join("\n")
    .replaceAll(/\/\*.*?\*\//gs, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The messages of all languages that the script says, compiled. */
async function usedMessages(script: string): Promise<object> {
  const compiled = languages.map(async (language) => {
    const [catalogue = {}]: Record<string, string>[] = Object.values(
      await import(here(`${react}/i18n/${language}/index.ts`)),
    );
    const used = Object.entries(catalogue).filter(([id]) => isUsed(id, script));
    return [language, Object.fromEntries(used.map(([id, message]) => [id, compileMessage(message)]))];
  });
  return Object.fromEntries(await Promise.all(compiled));
}

/** Whether the id, or a template such as `card.progress.${progress}` that gives it, is in the script. */
function isUsed(id: string, script: string): boolean {
  // What a key does is said only in the list of shortcuts, which the page has none of.
  if (id.startsWith("card.key.")) return false;
  if (script.includes(`"${id}"`)) return true;
  const parts = id.split(".");
  return parts.some((_, index) => index > 0 && script.includes(`\`${parts.slice(0, index).join(".")}.\${`));
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
