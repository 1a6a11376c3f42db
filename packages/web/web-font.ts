import type { Plugin } from "vite";

const latin = /inter-latin-wght-normal[\w-]*\.woff2$/;

/**
 * Inter without a moving layout: text that is shown before a file of the font has come keeps the font that it has
 * (`font-display: optional`), and the file with the Latin letters is requested with the page, after its scripts.
 */
export function webFont(): Plugin {
  let base = "/";
  return {
    name: "web-font",
    enforce: "pre",
    configResolved(config) {
      base = config.base;
    },
    transform(code, id) {
      if (!id.includes("@fontsource-variable/inter/wght.css")) return undefined;
      const optional = code.replaceAll("font-display: swap", "font-display: optional");
      if (optional === code) throw new Error("the stylesheet of Inter has no `font-display: swap` to replace");
      return { code: optional, map: null };
    },
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle }) {
        // In development there is no bundle.
        if (!bundle) return [];
        const file = Object.keys(bundle).find((name) => latin.test(name));
        if (file === undefined) throw new Error("the file with the Latin letters of Inter is not in the build");
        const attrs = {
          rel: "preload",
          as: "font",
          type: "font/woff2",
          crossorigin: true,
          href: `${base}${file}`,
          fetchpriority: "low",
        };
        return [{ tag: "link", attrs, injectTo: "head" }];
      },
    },
  };
}
