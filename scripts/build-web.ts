import { existsSync, globSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { thirdPartyNotices } from "./pack/third-party-notices.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "packages/web");
const dist = join(folder, "dist");
/** The service worker is a build of its own. */
const serviceWorkerModules = globSync(
  "node_modules/workbox-{core,expiration,precaching,routing,strategies}/index.mjs",
  {
    cwd: root,
  },
).map((file) => join(root, file));

/** Builds the web app and the API reference unless they are newer than their sources. */
if (!isFresh()) await build();

function isFresh(): boolean {
  const page = join(dist, "index.html");
  if (!existsSync(page)) return false;
  const built = statSync(page).mtimeMs;
  const sources = globSync(
    [
      "package-lock.json",
      "scripts/{build-web,pack/licences,pack/third-party-notices}.ts",
      "packages/{core,client,react}/src/**/*.{ts,tsx,css}",
      "packages/web/{src,public,reference}/**",
      "packages/web/*.{html,json,ts}",
    ],
    { cwd: root },
  );
  return sources.every((file) => statSync(join(root, file)).mtimeMs <= built);
}

/** Builds into a new folder and then swaps it in, so that a server never starts from half a build. */
async function build(): Promise<void> {
  // Imported here, so that a start with a fresh build does not load it.
  const vite = await import("vite");
  const fresh = join(folder, `dist-${process.pid}`);
  const old = join(folder, `dist-old-${process.pid}`);
  console.log("Building the web app");
  const began = new Date();
  try {
    await vite.build({
      root: folder,
      logLevel: "warn",
      plugins: [thirdPartyNotices(serviceWorkerModules)],
      build: { outDir: fresh, emptyOutDir: true },
    });
    await vite.build({
      configFile: join(folder, "reference/vite.config.ts"),
      logLevel: "warn",
      plugins: [thirdPartyNotices()],
      build: { outDir: join(fresh, "docs") },
    });
    // The build gets the time at which it began, since later changes may not be in it.
    utimesSync(join(fresh, "index.html"), began, began);
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(fresh, dist);
  } finally {
    for (const left of [fresh, old]) rmSync(left, { recursive: true, force: true });
  }
}
