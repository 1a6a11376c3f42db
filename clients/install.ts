import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The clients, in the versions with which the docs were written. */
const versions: Readonly<Record<string, string>> = {
  "@anthropic-ai/claude-agent-sdk": "0.3.326",
  "opencode-ai": "1.18.33",
  "@openai/codex": "0.169.0",
};

const cache = fileURLToPath(new URL("../node_modules/.cache/clients", import.meta.url));

/** Where a client is installed, after installing it unless it is there; it throws where it cannot be had. */
export function installed(name: string): string {
  const version = versions[name];
  const folder = join(cache, "node_modules", name);
  const manifest = join(folder, "package.json");
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).version === version) {
    console.log(`${name}@${version}: installed in ${cache}`);
    return folder;
  }
  console.log(`${name}@${version}: installing into ${cache}`);
  mkdirSync(cache, { recursive: true });
  if (!existsSync(join(cache, "package.json"))) writeFileSync(join(cache, "package.json"), '{ "private": true }\n');
  const options = ["--save-exact", "--ignore-scripts", "--no-audit", "--no-fund"];
  execFileSync("npm", ["install", ...options, `${name}@${version}`], {
    cwd: cache,
    stdio: ["ignore", "ignore", "pipe"],
  });
  return folder;
}

/** A file of a client, the first that exists of those in which it is on the platforms. */
export function binaryOf(name: string, paths: readonly string[]): string {
  installed(name);
  const candidates = paths.map((path) => join(cache, "node_modules", path));
  const found = candidates.find(existsSync);
  if (found === undefined) throw new Error(`${name} has no program for ${process.platform}-${process.arch}`);
  return found;
}
