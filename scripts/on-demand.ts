import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const cache = join(root, "node_modules/.cache/askback");

const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund"];

/** Exact versions by name. */
export type Packages = Readonly<Record<string, string>>;

/**
 * Installs packages that are too large to come with this repository into a cache, unless they are there, and returns the folder
 * whose `node_modules` has them. It throws where they cannot be had. `overrides` has dependencies of theirs in other versions than they ask for; `name` keeps
 * versions of one package apart.
 */
export function installOnDemand(
  packages: Packages,
  overrides?: Packages,
  name = Object.keys(packages)[0] ?? "",
): string {
  const folder = join(cache, name.replace(/\W+/g, "-"));
  const modules = join(folder, "node_modules");
  if (Object.entries(packages).every(([of, version]) => versionIn(modules, of) === version)) return folder;
  console.log(`installing ${Object.keys(packages).join(", ")} into ${relative(root, folder)}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ private: true, type: "module", dependencies: packages, overrides }),
  );
  execFileSync("npm", [...install, ...(overrides ? ["--legacy-peer-deps"] : [])], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  return folder;
}

/** Imports a module of a package that is installed on demand. */
export function importOnDemand(packages: Packages, module: string): Promise<unknown> {
  const require = createRequire(join(installOnDemand(packages), "package.json"));
  return import(pathToFileURL(require.resolve(module)).href);
}

function versionIn(modules: string, name: string): string | undefined {
  const manifest = join(modules, name, "package.json");
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, "utf8")).version : undefined;
}
