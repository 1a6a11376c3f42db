import { existsSync } from "node:fs";
import { join } from "node:path";
import { installOnDemand, type Packages } from "../scripts/on-demand.ts";

/** The clients, in the versions with which the docs were written. */
export const versions = {
  "@anthropic-ai/claude-agent-sdk": "0.3.326",
  "opencode-ai": "1.18.33",
  "@openai/codex": "0.169.0",
} as const satisfies Packages;

type ClientPackage = keyof typeof versions;

/** Where the packages of a client are, after installing them unless they are there. */
function modulesOf(name: ClientPackage): string {
  return join(installOnDemand({ [name]: versions[name] }), "node_modules");
}

/** Where a client is installed, after installing it unless it is there; it throws where it cannot be had. */
export function installed(name: ClientPackage): string {
  return join(modulesOf(name), name);
}

/** A file of a client, the first that exists of those in which it is on the platforms. */
export function binaryOf(name: ClientPackage, paths: readonly string[]): string {
  const modules = modulesOf(name);
  const found = paths.map((path) => join(modules, path)).find(existsSync);
  if (found === undefined) throw new Error(`${name} has no program for ${process.platform}-${process.arch}`);
  return found;
}
