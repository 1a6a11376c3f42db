import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleCode, bundleTypes } from "./bundle.ts";
import { checkLicences, installedPackages } from "./licences.ts";
import { published } from "./published.ts";
import { stage } from "./stage.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const build = join(root, "build");

/** Builds every package into `build/<folder>`, as it is published, and packs it into `build/*.tgz`. */
checkLicences(installedPackages(root));
const projects = published.map(({ folder }) => join("packages", folder));
execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-b", ...projects], { cwd: root });
execFileSync(process.execPath, [join(root, "scripts/build-web.ts")], { cwd: root, stdio: "inherit" });
rmSync(build, { recursive: true, force: true });
mkdirSync(build);
for (const parts of published) {
  const folder = join(build, parts.folder);
  await bundleTypes(parts, folder);
  await bundleCode(parts, folder);
  stage(parts, folder);
  execFileSync("npm", ["pack", "--silent", "--pack-destination", build], { cwd: folder, stdio: "inherit" });
}
