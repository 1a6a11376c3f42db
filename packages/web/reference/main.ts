import "./no-eval.ts";
import { createApiReference } from "@scalar/api-reference";
import "@fontsource-variable/inter/wght.css";
import "@scalar/api-reference/style.css";
import "../../react/src/ui/variables.css";
import "../../react/src/ui/terminal.css";
import "./reference.css";

// The theme that the reader chose in the app, which first-paint.js has set, or that of the system.
const chosen = document.documentElement.dataset.theme;
const isDark = chosen === undefined ? matchMedia("(prefers-color-scheme: dark)").matches : chosen !== "light";

createApiReference("#root", {
  url: "/openapi.json",
  servers: [{ url: location.origin }],
  // It is in reference.css.
  theme: "none",
  withDefaultFonts: false,
  forceDarkModeState: isDark ? "dark" : "light",
  hideDarkModeToggle: true,
  // The page describes the API and calls nothing: neither the API nor anybody else.
  hideTestRequestButton: true,
  hideClientButton: true,
  showDeveloperTools: "never",
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: "direct",
  authentication: { preferredSecurityScheme: "key" },
  defaultOpenAllTags: true,
});
