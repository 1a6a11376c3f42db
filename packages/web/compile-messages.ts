import { pathToFileURL } from "node:url";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

const compiler = "@lingui/message-utils/compileMessage";
const catalogue = /\/src\/i18n\/[a-z]{2}(?:-[A-Z]{2})?(?:\/(?!index\b)\w+)?\.ts$/;

/** Compiles the messages of all languages when the app is built, so that it need not load the compiler. */
export function compileMessages(): Plugin {
  return {
    name: "compile-messages",
    apply: "build",
    enforce: "pre",
    resolveId: (source) => (source === compiler ? `\0${compiler}` : undefined),
    load: (id) => (id === `\0${compiler}` ? "export const compileMessage = (message) => message;" : undefined),
    async transform(_, id) {
      if (!catalogue.test(id)) return undefined;
      const exported: Record<string, Record<string, string>> = await import(pathToFileURL(id).href);
      return { code: Object.entries(exported).map(compiledExport).join("\n"), map: null };
    },
  };
}

function compiledExport([name, messages]: [string, Record<string, string>]): string {
  const compiled = Object.entries(messages).map(([id, message]) => [id, compileMessage(message)]);
  return `export const ${name} = ${JSON.stringify(Object.fromEntries(compiled))};`;
}
