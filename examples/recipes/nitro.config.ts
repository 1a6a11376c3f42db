import { defineConfig } from "nitro";

export default defineConfig({
  modules: ["workflow/nitro"],
  plugins: ["./workflow-world.ts"],
  routes: { "/**": "./workflow-routes.ts" },
});
