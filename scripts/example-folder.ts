import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../test/harness/server/temporary-folder.ts";
import { installOnDemand, type Packages } from "./on-demand.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** These packages in the versions of an example. */
export function packagesOf(example: string, ...names: readonly string[]): Packages {
  const manifest = JSON.parse(readFileSync(join(root, "examples", example, "package.json"), "utf8"));
  return Object.fromEntries(
    names.map((name) => {
      const version: string | undefined = manifest.dependencies[name];
      if (version === undefined) throw new Error(`examples/${example} does not depend on ${name}`);
      return [name, version];
    }),
  );
}

/**
 * A copy of an example with packages that are installed on demand, and with those of this repository. It is outside of `node_modules`,
 * where Node would not run TypeScript.
 */
export function exampleFolder(example: string, packages: Packages, overrides?: Packages): string {
  const folder = temporaryFolder();
  cpSync(join(root, "examples", example), folder, { recursive: true });
  const installed = join(installOnDemand(packages, overrides), "node_modules");
  const modules = join(folder, "node_modules");
  mkdirSync(modules);
  for (const name of readdirSync(installed))
    if (!name.startsWith(".")) symlinkSync(join(installed, name), join(modules, name));
  symlinkSync(join(root, "node_modules/@askback"), join(modules, "@askback"));
  return folder;
}

/** Throws unless these files of a copied example have the right types, against those of the packages that it uses. */
export function checkTypes(folder: string, files: readonly string[]): void {
  const compilerOptions = {
    noEmit: true,
    composite: false,
    declarationMap: false,
    rewriteRelativeImportExtensions: false,
    lib: ["es2024", "esnext.disposable", "dom", "dom.iterable"],
    typeRoots: [join(root, "node_modules/@types")],
    types: ["node"],
  };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: join(root, "tsconfig.base.json"), compilerOptions, files }),
  );
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(root, "node_modules/typescript/bin/tsc"), "-p", folder],
    {
      encoding: "utf8",
    },
  );
  if (status !== 0) throw new Error(stdout);
}
