import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ExternalOption, type InputOptions, rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { cardPage, cardPageModules } from "./card-page.ts";
import type { Published } from "./published.ts";
import { thirdPartyNotices } from "./third-party-notices.ts";

const packages = fileURLToPath(new URL("../../packages", import.meta.url));

/** Builds the code of a package, with source maps that hold their sources. */
export async function bundleCode(parts: Published, folder: string): Promise<void> {
  const { entries, builtIn = [], banner, commonJs } = parts;
  const bundle = await rolldown({
    ...common(parts, builtIn),
    input: inputs(entries, (module) => join(packages, parts.folder, "src", module)),
    resolve: { conditionNames: ["@askback/source", "node"] },
    // Otherwise what is built in, such as React, brings its development build as well.
    ...(builtIn === "all" && { transform: { define: { "process.env.NODE_ENV": '"production"' } } }),
    plugins: [cardPage(), thirdPartyNotices(parts.hasCardPage ? cardPageModules : [])],
  });
  const output = { dir: join(folder, "dist"), sourcemap: true, ...(banner !== undefined && { banner }) } as const;
  await bundle.write({ ...output, format: "esm" });
  if (commonJs) await bundle.write({ ...output, format: "cjs", entryFileNames: "[name].cjs" });
  await bundle.close();
}

/** Builds the types of a package: one file for each entry, without what no entry exports. */
export async function bundleTypes(parts: Published, folder: string): Promise<void> {
  const { entries, programs = [], builtIn = [], builtInTypes = builtIn, commonJs } = parts;
  const typed = Object.fromEntries(Object.entries(entries).filter(([name]) => !programs.includes(name)));
  const compiled = (owner: string, module: string) => join(packages, owner, "dist", module.replace(/ts$/, "d.ts"));
  const bundle = await rolldown({
    ...common(parts, builtInTypes),
    input: inputs(typed, (module) => compiled(parts.folder, module)),
    resolve: {
      alias: {
        "@askback/core/wire": compiled("core", "wire/index.ts"),
        "@askback/core": compiled("core", "index.ts"),
        "@askback/server": compiled("server", "index.ts"),
        "json-schema": join(packages, "../node_modules/@types/json-schema/index.d.ts"),
      },
    },
    plugins: [dts({ dtsInput: true, sourcemap: false, tsconfig: join(packages, "../tsconfig.base.json") })],
  });
  const dir = join(folder, "dist");
  await bundle.write({ dir, format: "esm" });
  await bundle.close();
  // TypeScript reads the same text as that of a CommonJS module under this name.
  if (commonJs)
    for (const name of Object.keys(typed)) copyFileSync(join(dir, `${name}.d.ts`), join(dir, `${name}.d.cts`));
}

function inputs(entries: Published["entries"], toPath: (module: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).map(([name, module]) => [name, toPath(module)]));
}

type BuiltIn = "all" | readonly string[];

function common(parts: Published, builtIn: BuiltIn): InputOptions {
  return {
    platform: "node",
    external: externals(builtIn),
    // A slow machine is no reason to refuse a package.
    checks: { bundlerTimings: false },
    onLog(level, log) {
      if (level === "warn") throw new Error(`${parts.folder}: ${log.message}`);
    },
  };
}

function externals(builtIn: BuiltIn): ExternalOption {
  return (id) => {
    if (id.startsWith("node:")) return true;
    // Neither is needed: a driver of PostgreSQL, and what inspects a terminal's components.
    if (builtIn === "all") return id === "pg-native" || id === "react-devtools-core";
    const isPackage = !id.startsWith(".") && !id.startsWith("/");
    return isPackage && !builtIn.some((name) => id === name || id.startsWith(`${name}/`));
  };
}
