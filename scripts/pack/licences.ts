import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A package of somebody else. */
export interface ThirdParty {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

/** Licences under which code may be passed on in ours; the last one is that of fonts. */
const allowed = [
  "MIT",
  "MIT-0",
  "Apache-2.0",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "0BSD",
  "Unlicense",
  "CC0-1.0",
  "OFL-1.1",
];

/** Throws for packages whose licence is not allowed. */
export function checkLicences(packages: readonly ThirdParty[]): void {
  const refused = packages.filter(({ licence }) => !isAllowed(licence));
  if (refused.length === 0) return;
  const names = refused.map(({ name, version, licence }) => `${name}@${version} (${licence})`);
  throw new Error(`these licences are not allowed: ${names.join(", ")}`);
}

/** Whether a licence, or one of those to choose from such as in `(MIT OR GPL-2.0)`, is allowed. */
function isAllowed(licence: string): boolean {
  const choices = licence.replace(/^\((.*)\)$/, "$1").split(" OR ");
  return choices.some((choice) => choice.split(" AND ").every((name) => allowed.includes(name)));
}

/** The package that a module is part of, unless it is one of ours. */
export function packageOf(module: string): readonly ThirdParty[] {
  const [, folder] = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module) ?? [];
  return folder === undefined ? [] : [readPackage(folder)];
}

function readPackage(folder: string): ThirdParty {
  const { name, version, license = "no licence" } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return { folder, name, version, licence: typeof license === "string" ? license : license.type };
}

interface Locked {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The packages that are installed with ours, by the lock file. */
export function installedPackages(root: string): readonly ThirdParty[] {
  const locked: Readonly<Record<string, Locked>> = JSON.parse(
    readFileSync(join(root, "package-lock.json"), "utf8"),
  ).packages;
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    const { dependencies = {}, optionalDependencies = {} } = locked[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = foldersAbove(path)
        .map((folder) => `${folder}node_modules/${name}`)
        .find((entry) => locked[entry]);
      if (found !== undefined) visit(locked[found]?.link ? (locked[found]?.resolved ?? "") : found);
    }
  };
  for (const path of Object.keys(locked)) if (/^packages\/[^/]+$/.test(path)) visit(path);
  return [...seen]
    .filter((path) => path.includes("node_modules/") && existsSync(join(root, path)))
    .map((path) => readPackage(join(root, path)));
}

/** The folders in which the dependencies of a package may be, nearest first. */
function foldersAbove(path: string): readonly string[] {
  const parts = path.split("/node_modules/");
  return [...parts.map((_, index) => `${parts.slice(0, parts.length - index).join("/node_modules/")}/`), ""];
}
