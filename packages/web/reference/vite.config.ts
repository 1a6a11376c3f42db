import { defineConfig, type Plugin } from "vite";
import { webFont } from "../web-font.ts";

/** The API reference is a page of its own, so that nothing of it is in the app. */
export default defineConfig({
  root: import.meta.dirname,
  base: "/docs/",
  resolve: {
    alias: [{ find: /^@scalar\/(use-toasts|agent-chat)$/, replacement: `${import.meta.dirname}/excluded-module.ts` }],
  },
  build: {
    outDir: "../dist/docs",
    emptyOutDir: true,
    target: "es2023",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2_000,
    // no-eval.ts must come before the modules that other chunks hold.
    rolldownOptions: { output: { strictExecutionOrder: true } },
  },
  plugins: [webFont(), patchScalar()],
});

/**
 * Our content security policy allows no inline style, and Scalar writes some; and some of its buttons have no name. Each
 * place is replaced by what does the same without; a build of a version in which one cannot be found fails, and says which.
 */
function patchScalar(): Plugin {
  const patches = [
    {
      // The theme is in reference.css.
      file: "api-reference/dist/components/ApiReference.vue.script.js",
      found: 'createBlock(resolveDynamicComponent("style"), { innerHTML: styleContent.value }, null, 8, ["innerHTML"])',
      replacement: 'createCommentVNode("")',
    },
    {
      file: "themes/dist/index.js",
      found: /(\w+)\.setAttribute\("style", ("[^"]*")\)/g,
      replacement: "$1.style.cssText = $2",
    },
    {
      // It is read by line numbers only, which this page does not show.
      file: "code-highlight/dist/chunks/code.js",
      found: /node\.properties\.style = \[.*\];/g,
      replacement: "",
    },
    {
      file: "components/dist/components/ScalarCopy/ScalarCopyButton.vue.script.js",
      found: 'mergeProps({ type: "button" },',
      replacement: 'mergeProps({ type: "button", "aria-label": copied.value ? "Copied" : "Copy" },',
    },
  ];
  return {
    name: "patch-scalar",
    enforce: "pre",
    transform(code, id) {
      const patch = patches.find(({ file }) => id.split("?")[0]?.endsWith(`@scalar/${file}`));
      if (!patch) return undefined;
      const patched = code.replaceAll(patch.found, patch.replacement);
      if (patched === code) throw new Error(`what is to be replaced is not in ${patch.file}`);
      return { code: patched, map: null };
    },
  };
}
