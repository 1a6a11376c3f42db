import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../node_modules/.cache/askback-toolchain", import.meta.url));

const versions = {
  node20: "node@20.20.2",
  node22: "node@22.23.3",
  typescript54: "typescript@5.4.5",
  typescript59: "typescript@5.9.3",
  pnpm: "pnpm@12.18.0",
};

/** The folder of a program that people may have and this repository does not need; it is installed on first use. */
export function toolFolder(name: keyof typeof versions): string {
  const installed = join(folder, name, "node_modules", name);
  if (existsSync(join(installed, "package.json"))) return installed;
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, "package.json"), '{ "private": true }\n');
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", `${name}@npm:${versions[name]}`], {
    cwd: join(folder, name),
    stdio: "inherit",
  });
  return installed;
}

/** The folder that holds a program of this Node, for a PATH. */
export function nodeFolder(version: 20 | 22 | 24): string {
  if (version === 24) return fileURLToPath(new URL("../../../node_modules/node/bin", import.meta.url));
  return join(toolFolder(`node${version}`), "bin");
}
