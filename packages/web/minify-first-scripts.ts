import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { minify, type Plugin } from "vite";

/** The scripts that run before the app. They are no modules, so the build copies them as they are. */
const firstScripts = ["first-paint.js", "first-content.js"];

/** Takes comments and spaces out of the scripts that run before the app. */
export function minifyFirstScripts(): Plugin {
  return {
    name: "minify-first-scripts",
    apply: "build",
    async writeBundle({ dir = "" }) {
      await Promise.all(firstScripts.map((name) => minifyFile(join(dir, name))));
    },
  };
}

async function minifyFile(file: string): Promise<void> {
  const { code, errors } = await minify(file, await readFile(file, "utf8"));
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  await writeFile(file, code);
}
