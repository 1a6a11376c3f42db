import { existsSync, globSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "packages/web");
const dist = join(folder, "dist");

/** Builds the web app unless it is newer than all that it is made of. */
if (!isFresh()) await build();

function isFresh(): boolean {
  const page = join(dist, "index.html");
  if (!existsSync(page)) return false;
  const built = statSync(page).mtimeMs;
  const sources = globSync(
    [
      "package-lock.json",
      "packages/{core,client,react}/src/**/*.{ts,tsx}",
      "packages/react/styles/**",
      "packages/web/{src,public}/**",
      "packages/web/*.{html,json,ts}",
    ],
    { cwd: root },
  );
  return sources.every((file) => statSync(join(root, file)).mtimeMs <= built);
}

/** Builds beside the old one and then takes its place, so that a server never starts from half of it. */
async function build(): Promise<void> {
  // Only now: a start that finds everything built does not wait for it.
  const vite = await import("vite");
  const fresh = join(folder, `dist-${process.pid}`);
  const old = join(folder, `dist-old-${process.pid}`);
  console.log("Building the web app");
  const began = new Date();
  try {
    await vite.build({ root: folder, logLevel: "warn", build: { outDir: fresh, emptyOutDir: true } });
    // It is as old as its beginning, since what was changed meanwhile may not be in it.
    utimesSync(join(fresh, "index.html"), began, began);
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(fresh, dist);
  } finally {
    for (const left of [fresh, old]) rmSync(left, { recursive: true, force: true });
  }
}
