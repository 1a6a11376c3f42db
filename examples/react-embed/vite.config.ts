import { defineConfig } from "vite";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic" } },
  build: {
    rolldownOptions: {
      onLog(level, log, report) {
        // Libraries mark their modules with "use client" for React on servers; in a page for browsers it means nothing.
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") report(level, log);
      },
    },
  },
});
