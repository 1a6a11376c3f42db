import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** The modules that a module loads, and those that they load. */
function importsFrom(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const code = readFileSync(file, "utf8").replaceAll(/import type .*/g, "");
  for (const [, target = ""] of code.matchAll(/(?:from |import\()"([^"]+)"/g))
    if (target.startsWith(".")) importsFrom(join(dirname(file), target), seen);
    else seen.add(target);
  return seen;
}

test("[HOOK-8] the hook loads the client and not the server", () => {
  const loaded = importsFrom(fileURLToPath(new URL("../hook-program.ts", import.meta.url)));
  expect(loaded).toContain("@askback/client");
  expect([...loaded].filter((name) => /^@askback\/server|pino|opentelemetry|zod/.test(name))).toEqual([]);
});
