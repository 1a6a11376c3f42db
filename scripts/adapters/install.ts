import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Hosts that are too large to be installed with this repository, with the versions that were observed. */
export const installedOnDemand = { "@mastra/core": "1.71.0" } as const;

const cache = fileURLToPath(new URL("../../node_modules/.cache/askback-hosts", import.meta.url));

/** Imports a module of a host, which is installed into a cache when it is first needed. */
export async function importInstalled(host: keyof typeof installedOnDemand, module: string): Promise<unknown> {
  const folder = join(cache, host.replace(/\W/g, "-"));
  if (!existsSync(join(folder, "node_modules", host))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    const install = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--save-exact"];
    execFileSync("npm", [...install, `${host}@${installedOnDemand[host]}`], { cwd: folder, stdio: "inherit" });
  }
  const manifest = join(folder, "node_modules", host, "package.json");
  if (JSON.parse(readFileSync(manifest, "utf8")).version !== installedOnDemand[host])
    throw new Error(`${folder} holds another version: remove it`);
  const resolved = createRequire(join(folder, "package.json")).resolve(module === "" ? host : `${host}/${module}`);
  return import(pathToFileURL(resolved).href);
}
