import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const build = fileURLToPath(new URL("../../../build", import.meta.url));

/** The folders in `packages` of what is published. */
export const folders = ["core", "client", "mcp", "adapters", "testing", "react", "server", "cli"] as const;

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever a manifest has
export function manifestOf(folder: string): any {
  return JSON.parse(readFileSync(join(build, folder, "package.json"), "utf8"));
}

/** The packed file of a package, as it is published. */
export function tarballOf(folder: string): string {
  const { name, version } = manifestOf(folder);
  return join(build, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`);
}

/** Unpacks a package into a folder, as an install does. */
export function unpack(folder: string, into: string): void {
  mkdirSync(into, { recursive: true });
  execFileSync("tar", ["-xzf", tarballOf(folder), "--strip-components=1", "-C", into]);
}
