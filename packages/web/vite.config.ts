import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";

/** Where a server runs while the app is worked on: `npx vite packages/web`. */
const server = "http://127.0.0.1:4100";

/** What few readers need at once: it is kept offline when it is first used, not when the app is first opened. */
const onDemand = "assets/on-demand";

export default defineConfig({
  // Built from the sources of the other packages, so that no build has to come first.
  resolve: { conditions: ["@askback/source", "module", "browser", "development|production"] },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    // The content security policy allows no inline script, and every browser of this target preloads modules.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { output: { chunkFileNames: ({ moduleIds }) => `${folderOf(moduleIds)}/[name]-[hash].js` } },
  },
  server: { proxy: { "/v1": server, "/sign-in": server, "/sign-out": server } },
  plugins: [
    react(),
    VitePWA({
      registerType: "autoUpdate",
      injectRegister: "script-defer",
      manifest: {
        name: "Askback",
        short_name: "Askback",
        description: "Agents ask, people answer.",
        id: "/",
        start_url: "/",
        scope: "/",
        display: "standalone",
        background_color: "#ffffff",
        theme_color: "#ffffff",
        icons: [
          { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
          { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
          { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
          { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
        ],
        shortcuts: [{ name: "Inbox", url: "/inbox" }],
      },
      workbox: {
        globPatterns: ["**/*.{html,css,js,svg}"],
        globIgnores: [`${onDemand}/**`],
        runtimeCaching: [
          {
            urlPattern: ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith("/assets/"),
            handler: "CacheFirst",
            options: { cacheName: "on-demand", expiration: { maxEntries: 60 } },
          },
        ],
        navigateFallback: "/index.html",
        // What the server says is never kept by the worker: only the server knows what is true.
        navigateFallbackDenylist: [
          /^\/v1\//,
          /^\/sign-in/,
          /^\/sign-out/,
          /^\/docs/,
          /^\/openapi/,
          /^\/metrics/,
          /^\/(health|ready)z/,
        ],
        cleanupOutdatedCaches: true,
      },
    }),
  ],
});

function folderOf(moduleIds: readonly string[]): string {
  const isForFew = moduleIds.some((id) =>
    /@shikijs|text\/highlight|src\/i18n\/(?!en\b)[a-z]{2}(?:-[A-Z]{2})?[./]/.test(id),
  );
  return isForFew ? onDemand : "assets";
}
