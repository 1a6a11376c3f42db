import { chmodSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { version } from "../../packages/core/src/version.ts";
import type { Published } from "./published.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Manifest {
  readonly files: readonly string[];
  readonly exports: Readonly<Record<string, unknown>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: unknown;
}

/** Adds to the built code what else a package is published with: its manifest, its page, the licence, styles and the web app. */
export function stage({ folder: name }: Published, folder: string): void {
  const source = join(root, "packages", name);
  const { devDependencies, ...manifest }: Manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  const { dependencies, bin = {} } = manifest;
  const staged = {
    ...manifest,
    version,
    exports: withoutSources(manifest.exports),
    ...(dependencies && { dependencies: withOurVersion(dependencies) }),
  };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(staged, null, 2)}\n`);
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  cpSync(join(source, "README.md"), join(folder, "README.md"));
  if (manifest.files.includes("src/**/*.css"))
    cpSync(join(source, "src"), join(folder, "src"), {
      recursive: true,
      filter: (path) => !/\.\w+$/.test(path) || path.endsWith(".css"),
    });
  for (const copied of ["template", "claude-code-plugin"])
    if (manifest.files.includes(copied)) cpSync(join(source, copied), join(folder, copied), { recursive: true });
  for (const program of Object.values(bin)) chmodSync(join(folder, program), 0o755);
  if (name === "cli") cpSync(join(root, "packages/web/dist"), join(folder, "dist/web"), { recursive: true });
}

/** The exports without the condition that leads to the sources, which are run in a checkout only. */
function withoutSources(exported: Manifest["exports"]): Manifest["exports"] {
  return Object.fromEntries(
    Object.entries(exported).map(([path, target]) => {
      if (typeof target === "string") return [path, target];
      const { "@askback/source": _, ...rest } = target as Readonly<Record<string, unknown>>;
      return [path, rest];
    }),
  );
}

/** In a checkout packages depend on each other by any version, and where they are published by this one. */
function withOurVersion(dependencies: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(dependencies).map(([name, range]) => [name, range === "*" ? `^${version}` : range]),
  );
}
