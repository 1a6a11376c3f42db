import { existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { rolldown } from "rolldown";
import { describe, expect, test } from "vitest";
import { version } from "../../packages/core/src/version.ts";
import { coldStart } from "../harness/packages/cold-start.ts";
import { folders, manifestOf, tarballOf, unpack } from "../harness/packages/packed.ts";
import { temporaryFolder } from "../harness/server/temporary-folder.ts";

describe.each(folders)("%s", (folder) => {
  const unpacked = temporaryFolder();
  unpack(folder, unpacked);
  const manifest = JSON.parse(readFileSync(join(unpacked, "package.json"), "utf8"));

  test("[PACK-1] it has code, types, licence, page, repository, keywords and the one version, and no test", () => {
    for (const file of ["LICENSE", "README.md", "dist/index.js", "dist/index.d.ts"])
      expect(existsSync(join(unpacked, file)), file).toBe(true);
    expect(manifest).toMatchObject({
      version,
      license: "Apache-2.0",
      repository: { type: "git", directory: `packages/${folder}` },
    });
    expect(manifest.keywords.length).toBeGreaterThan(3);
    expect(readFileSync(join(unpacked, "README.md"), "utf8")).toContain(manifest.name);
    expect(globSync("**/*.{test,contract,fixture}.*", { cwd: unpacked })).toEqual([]);
    expect(JSON.stringify(manifest)).not.toContain("@askback/source");
  });

  test("[PACK-1] every source map holds the sources that it names", () => {
    const maps = globSync("dist/**/*.map", { cwd: unpacked });
    expect(maps.length).toBeGreaterThan(0);
    for (const file of maps) {
      const { sources, sourcesContent = [] } = JSON.parse(readFileSync(join(unpacked, file), "utf8"));
      expect(sourcesContent.length, file).toBe(sources.length);
      expect(sourcesContent.every((text: unknown) => typeof text === "string")).toBe(true);
    }
  });

  test("[PACK-2] publint finds nothing", async () => {
    const { messages, pkg } = await publint({ pkgDir: unpacked, pack: false, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([]);
  });

  test("[PACK-2] the types are found by every way of resolving modules for which the package is made", async () => {
    const packed = createPackageFromTarballData(new Uint8Array(readFileSync(tarballOf(folder))));
    const result = await checkPackage(packed, { excludeEntrypoints: [/\.css$/] });
    const problems = "problems" in result ? result.problems : ["no types"];
    expect(problems.filter((problem) => !isOfOldResolution(problem))).toEqual([]);
  });

  test("[PACK-4] what is installed with it is named by ranges", () => {
    const ranges = Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies });
    expect(ranges.filter(([, range]) => !/^(\^|>=)\d/.test(String(range)))).toEqual([]);
  });
});

/** Whether only TypeScript before `exports`, or `require` of a package that has no form for it, is concerned. */
function isOfOldResolution(problem: unknown): boolean {
  const { kind, resolutionKind } = problem as { readonly kind: string; readonly resolutionKind?: string };
  return resolutionKind === "node10" || kind === "CJSResolvesToESM";
}

test("[PACK-3] `askback` needs no other package, and is under 40 MB where it is installed", () => {
  const { dependencies, peerDependencies, optionalDependencies } = manifestOf("cli");
  expect({ ...dependencies, ...peerDependencies, ...optionalDependencies }).toEqual({});
  const folder = temporaryFolder();
  unpack("cli", folder);
  const files = globSync("**/*", { cwd: folder }).map((file) => statSync(join(folder, file)));
  const block = 4_096;
  const bytes = files.reduce((sum, { size }) => sum + Math.ceil(size / block) * block, 0);
  expect(bytes).toBeGreaterThan(10_000_000);
  expect(bytes).toBeLessThan(40_000_000);
});

test.each([
  ["core", 245],
  ["client", 110],
  ["mcp", 130],
  ["adapters", 60],
  ["testing", 30],
  ["react", 670],
  ["server", 900],
  ["cli", 8_200],
])("[PACK-3] packed, %s is under %d KB", (folder, kilobytes) => {
  expect(readFileSync(tarballOf(folder)).length / 1000).toBeLessThan(kilobytes);
});

test("[PACK-3] the client, with all it needs, adds less than 7.2 KB to an app", async () => {
  const folder = temporaryFolder();
  unpack("client", folder);
  const resolve = { modules: [fileURLToPath(new URL("../../node_modules", import.meta.url))] };
  const bundle = await rolldown({ input: join(folder, "dist/index.js"), platform: "browser", resolve });
  const { output } = await bundle.generate({ minify: true });
  expect(output.map(({ type }) => type)).toEqual(["chunk"]);
  expect(brotliCompressSync(output[0].code).length).toBeLessThan(7_200);
});

test("[MCP-13] what the MCP server loads before it serves is under 520 KB, it needs few packages, and it answers soon", async () => {
  const folder = temporaryFolder();
  unpack("mcp", folder);
  expect(Object.keys(manifestOf("mcp").dependencies).sort()).toEqual([
    "@askback/client",
    "@askback/core",
    "@modelcontextprotocol/client",
    "@modelcontextprotocol/server",
    "zod",
  ]);
  const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));
  const bundle = await rolldown({
    input: join(folder, "dist/main.js"),
    platform: "node",
    resolve: { modules: [modules], conditionNames: ["@askback/source", "node", "import"] },
  });
  const { output } = await bundle.generate({ minify: true });
  // What the proxy needs is loaded only where another server is wrapped.
  const chunks = new Map(output.flatMap((part) => (part.type === "chunk" ? [[part.fileName, part] as const] : [])));
  const loaded = new Set(["main.js"]);
  for (const name of loaded) for (const next of chunks.get(name)?.imports ?? []) loaded.add(next);
  const bytes = [...loaded].reduce((sum, name) => sum + (chunks.get(name)?.code.length ?? 0), 0);
  expect(bytes).toBeGreaterThan(200_000);
  expect(bytes).toBeLessThan(520_000);
  const built = temporaryFolder();
  await bundle.write({ dir: built, minify: true });
  writeFileSync(join(built, "package.json"), '{"type":"module"}');
  const { answersMs, emptyMs } = await coldStart(join(built, "main.js"));
  console.info(
    `askback-mcp answers after ${Math.round(answersMs)} ms, ${(answersMs / emptyMs).toFixed(1)} times an empty Node process`,
  );
  // It is about 6 where nothing else runs; what a module does when it is loaded costs time that its size does not show.
  expect(answersMs / emptyMs).toBeLessThan(15);
});

test("[PACK-1] only React's package is for the browser alone", () => {
  for (const folder of folders) {
    const unpacked = temporaryFolder();
    unpack(folder, unpacked);
    const scripts = globSync("dist/*.js", { cwd: unpacked }).map((file) => readFileSync(join(unpacked, file), "utf8"));
    expect(scripts.every((text) => text.startsWith('"use client";') === (folder === "react"))).toBe(true);
  }
});
