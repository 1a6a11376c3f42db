import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { unpack } from "../harness/packages/packed.ts";
import { toolFolder } from "../harness/packages/toolchain.ts";
import { temporaryFolder } from "../harness/server/temporary-folder.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const program = `
import { createCanUseTool } from "@askback/adapters/claude-agent-sdk";
import { createAskback } from "@askback/adapters/mastra";
import { createClient } from "@askback/client";
import { decide, version } from "@askback/core";
import { Inquiry } from "@askback/core/wire";
import { AskbackProvider, Chat, useInbox } from "@askback/react";
import { startServer } from "@askback/server";
import { createClock, createPerson } from "@askback/testing";
import { createScriptedModel, defineConfig, defineTool } from "askback";
import * as z from "zod";

const weather = defineTool({
  name: "weather",
  description: "The weather of a city.",
  input: z.object({ city: z.string(), days: z.number().optional() }),
  run: ({ city, days }) => city.toUpperCase() + (days ?? 1).toFixed(),
});
export default defineConfig({
  agents: [{ name: "guide", instructions: "", model: createScriptedModel("guide", () => ({ text: "Done." })) }],
  tools: [weather],
});
export async function titles(): Promise<readonly string[]> {
  const page = await createClient({ url: "http://127.0.0.1:4100" }).conversations.list();
  return page.ok ? page.value.items.map(({ title }) => title ?? "") : [page.error.title];
}
// @ts-expect-error the types are there: this is no URL
createClient({ url: 5 });
export { AskbackProvider, Chat, createAskback, createCanUseTool, createClock, createPerson, decide, Inquiry, startServer, useInbox, version };
`;

const commonJsProgram = `
import askback = require("@askback/client");
export const client: askback.Client = askback.createClient({ url: "http://127.0.0.1:4100" });
`;

/** A folder in which our packages are installed, and beside them what they and the program need. */
function projectFolder(): string {
  const folder = temporaryFolder();
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "@askback"), { recursive: true });
  for (const name of readdirSync(join(root, "node_modules")))
    if (!["@askback", "askback", ".bin", ".cache"].includes(name))
      symlinkSync(join(root, "node_modules", name), join(modules, name));
  for (const name of ["core", "client", "mcp", "adapters", "testing", "react", "server"])
    unpack(name, join(modules, "@askback", name));
  unpack("cli", join(modules, "askback"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "program.ts"), program);
  writeFileSync(join(folder, "required.cts"), commonJsProgram);
  cpSync(join(modules, "askback/template/askback.config.ts"), join(folder, "askback.config.ts"));
  return folder;
}

const compilers = [
  ["5.4", () => toolFolder("typescript54")],
  ["5.9", () => toolFolder("typescript59")],
  ["7", () => join(root, "node_modules/typescript")],
] as const;

test.each(compilers)("[PACK-6] the types of all packages pass TypeScript %s without skipLibCheck", (_, typescript) => {
  const folder = projectFolder();
  for (const resolution of [
    { module: "nodenext", files: ["program.ts", "required.cts", "askback.config.ts"] },
    { module: "esnext", moduleResolution: "bundler", files: ["program.ts"] },
  ]) {
    const { files, ...modules } = resolution;
    const compilerOptions = {
      ...modules,
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: false,
      target: "es2022",
      lib: ["es2023", "dom", "dom.iterable"],
      jsx: "react-jsx",
      types: [],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    let output = "";
    try {
      execFileSync(process.execPath, [join(typescript(), "bin/tsc"), "-p", folder], { encoding: "utf8" });
    } catch (error) {
      output = (error as { readonly stdout: string }).stdout;
    }
    expect(output, resolution.module).toBe("");
  }
});
