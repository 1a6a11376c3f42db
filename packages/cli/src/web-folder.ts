import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where the built web app is, or undefined in a checkout where it was not built yet. */
export function findWebFolder(): string | undefined {
  const folder = join(dirname(fileURLToPath(import.meta.resolve("@askback/web/package.json"))), "dist");
  return existsSync(join(folder, "index.html")) ? folder : undefined;
}
