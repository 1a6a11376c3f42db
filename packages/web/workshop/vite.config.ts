import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig } from "vite";

/** The workshop is built as a page of its own, so that no part of it is in the app. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { conditions: ["@askback/source", ...defaultClientConditions] },
  build: { emptyOutDir: true, chunkSizeWarningLimit: 2_000 },
});
