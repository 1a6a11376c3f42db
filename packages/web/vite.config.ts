import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { compileMessages } from "./compile-messages.ts";
import { firstStyles, stylesAfterOutline } from "./first-styles.ts";
import { minifyFirstScripts } from "./minify-first-scripts.ts";
import { precompress } from "./precompress.ts";
import { webFont } from "./web-font.ts";

/** The server that the app calls in development: `npx vite packages/web`. */
const server = "http://127.0.0.1:4100";

/** Chunks that few people need: the service worker caches them on first use, not on install. */
const onDemand = "assets/on-demand";

export default defineConfig({
  // The app is built from the sources of the other packages, so that they need no build first.
  resolve: {
    conditions: ["@askback/source", "module", "browser", "development|production"],
    alias: [
      {
        find: /^(mdast-util-to-markdown|markdown-table)$/,
        replacement: `${import.meta.dirname}/markdown-writer.ts`,
      },
    ],
  },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    // The content security policy allows no inline script, and every browser of this target preloads modules.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: [`${import.meta.dirname}/index.html`, `${import.meta.dirname}/${firstStyles}`],
      output: { chunkFileNames: ({ moduleIds }) => `${folderOf(moduleIds)}/[name]-[hash].js` },
    },
  },
  server: { proxy: { "/v1": server, "/sign-in": server, "/sign-out": server } },
  plugins: [
    react(),
    compileMessages(),
    webFont(),
    stylesAfterOutline(),
    minifyFirstScripts(),
    precompress(),
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
        // Of the font only the Latin letters: the other files are cached when a page shows their letters.
        globPatterns: ["**/*.{html,css,js,svg}", "assets/inter-latin-wght-normal-*.woff2"],
        globIgnores: [`${onDemand}/**`, "assets/{audit,contact,insight,notifications,people}-*.css"],
        runtimeCaching: [
          {
            urlPattern: ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith("/assets/"),
            handler: "CacheFirst",
            options: { cacheName: "on-demand", expiration: { maxEntries: 60 } },
          },
        ],
        navigateFallback: "/index.html",
        // Responses of the server are never cached, since only the server has the current state.
        navigateFallbackDenylist: [
          /^\/v1\//,
          /^\/[au]\//,
          /^\/sign-in/,
          /^\/sign-out/,
          /^\/docs/,
          /^\/openapi/,
          /^\/metrics/,
          /^\/(health|ready)z/,
        ],
        cleanupOutdatedCaches: true,
        // Shows what push services bring.
        importScripts: ["/push-worker.js"],
      },
    }),
  ],
});

function folderOf(moduleIds: readonly string[]): string {
  const isOnDemand = moduleIds.some((id) =>
    /@shikijs|text\/highlight|src\/i18n\/(?!en\b)[a-z]{2}(?:-[A-Z]{2})?[./]|web\/src\/(?:contact|notices|audit|insight|people|i18n\/en)\//.test(
      id,
    ),
  );
  return isOnDemand ? onDemand : "assets";
}
