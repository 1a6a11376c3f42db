import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

/**
 * Loads a config file. Where `askback` is not installed, as with `npx`, the file can import it and gets the package that reads
 * it. A file in TypeScript is a module of `import`, also in a folder whose package.json says "commonjs", as `npm init` writes it.
 */
export async function importConfig(file: string): Promise<{ readonly default?: unknown }> {
  const { href } = pathToFileURL(file);
  const hooks = registerHooks({
    resolve(specifier, context, nextResolve) {
      if (specifier === href && file.endsWith(".ts"))
        return { ...nextResolve(specifier, context), format: "module-typescript" };
      if (specifier !== "askback") return nextResolve(specifier, context);
      try {
        return nextResolve(specifier, context);
      } catch {
        return { url: import.meta.resolve("askback"), shortCircuit: true };
      }
    },
  });
  try {
    return await import(href);
  } finally {
    hooks.deregister();
  }
}
