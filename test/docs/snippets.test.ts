import { execFile } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readSettings } from "../../packages/cli/src/settings/settings.ts";
import { exampleOf, pages, readPage, root, type Snippet, snippetsIn, snippetsOf } from "../harness/docs/snippets.ts";
import { runProgram } from "../harness/server/run-program.ts";
import { temporaryFolder } from "../harness/server/temporary-folder.ts";

const name = ({ page, line }: Snippet) => `${page}:${line}`;

test("[DOCS-2] TypeScript has the right types", { tags: "smoke" }, async () => {
  const checked = snippetsIn("ts", "tsx").filter((snippet) => exampleOf(snippet) === undefined);
  expect(checked.length).toBeGreaterThan(10);
  const sources = temporaryFolder();
  symlinkSync(join(root, "node_modules"), join(sources, "node_modules"));
  const nameOf = new Map<string, string>();
  for (const [index, snippet] of checked.entries()) {
    nameOf.set(`snippet-${index}.${snippet.language}`, name(snippet));
    writeFileSync(join(sources, `snippet-${index}.${snippet.language}`), snippet.code);
  }
  mkdirSync(join(sources, "examples"));
  for (const example of ["next-embed/app", "react-embed/src"])
    cpSync(join(root, "examples", example), join(sources, "examples", dirname(example)), { recursive: true });
  writeFileSync(join(sources, "package.json"), '{ "type": "module" }');
  writeFileSync(
    join(sources, "tsconfig.json"),
    JSON.stringify({
      extends: join(root, "tsconfig.base.json"),
      compilerOptions: {
        noEmit: true,
        customConditions: [],
        composite: false,
        declarationMap: false,
        incremental: false,
        rewriteRelativeImportExtensions: false,
        // As in a new app of Next.js or Vite.
        module: "esnext",
        moduleResolution: "bundler",
        allowImportingTsExtensions: false,
        lib: ["es2024", "dom", "dom.iterable"],
        jsx: "react-jsx",
        types: ["node", "vite/client"],
      },
      include: ["."],
    }),
  );
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  // Against the declarations that users get.
  await promisify(execFile)(
    process.execPath,
    [compiler, "-b", "packages/react", "packages/cli", "packages/adapters", "packages/testing"],
    { cwd: root },
  );
  const ended = await promisify(execFile)(process.execPath, [compiler, "-p", sources]).catch((error) => error);
  const named = ended.stdout.replaceAll(/snippet-\d+\.tsx?/g, (file: string) => nameOf.get(file) ?? file);
  expect(named).toBe("");
});

test("[DOCS-2] every config loads as a server loads it", { tags: "smoke" }, async () => {
  const configs = snippetsIn("ts").filter(({ code }) =>
    /from "askback";[\s\S]*export default defineConfig\(/.test(code),
  );
  expect(configs.length).toBeGreaterThan(6);
  const env = { ANTHROPIC_API_KEY: "x", OPENAI_API_KEY: "x", SHOP_TEAM_SHA256: "0123456789abcdef".repeat(4) };
  const before = { ...process.env };
  Object.assign(process.env, env);
  for (const snippet of configs) {
    const home = temporaryFolder();
    symlinkSync(join(root, "node_modules"), join(home, "node_modules"));
    writeFileSync(join(home, "askback.config.ts"), snippet.code);
    await expect(readSettings({}, env, home), name(snippet)).resolves.toHaveProperty("config");
  }
  process.env = before;
});

test("[DOCS-2] JSON and YAML can be parsed, and a block of another language is the file of an example", {
  tags: "smoke",
}, () => {
  for (const { code } of snippetsIn("json")) JSON.parse(code);
  for (const { code } of snippetsIn("yaml")) parse(code);
  for (const snippet of snippetsIn("js", "python", "html")) expect(exampleOf(snippet), name(snippet)).toBeDefined();
  const known = ["", "sh", "ts", "tsx", "js", "python", "html", "json", "yaml"];
  expect(pages.flatMap(snippetsOf).filter(({ language }) => !known.includes(language))).toEqual([]);
});

test("[DOCS-2] every command of the program that a page names is one of the program", async () => {
  const commands = [...(await runProgram(["--help"])).stdout.matchAll(/^ {2}([a-z]+) /gm)].map(
    ([, command]) => command,
  );
  const named = pages.flatMap((page) =>
    [...readPage(page).matchAll(/(?:npx |`|^|npm run )askback (?:-- )?([a-z]+)/gm)].map(([, command]) => command),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((command) => !commands.includes(command))).toEqual([]);
});

test("[DOCS-2] the page about React says what the README of the package says", { tags: "smoke" }, () => {
  const readme = readPage("packages/react/README.md");
  const part = readme.slice(readme.indexOf("Without `url`"), readme.indexOf("Messages are in ICU")).trim();
  expect(part.length).toBeGreaterThan(2_000);
  expect(readPage("docs/start/react.md")).toContain(part.replaceAll(/^## /gm, "### "));
});
