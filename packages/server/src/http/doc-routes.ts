import { docsPage, startPage } from "./docs-page.ts";
import type { App } from "./route.ts";

const about = {
  openapi: "3.1.0",
  info: {
    title: "Askback",
    version: "0.1.0",
    description: "Agents ask people, wait as long as it takes, and go on with the answer.",
    license: { name: "Apache-2.0", identifier: "Apache-2.0" },
  },
};

const pageHeaders = {
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};

/** The API described for programs at `/openapi.json` and for people at `/docs`. */
export function addDocRoutes(app: App): void {
  app.openAPIRegistry.registerComponent("securitySchemes", "key", { type: "http", scheme: "bearer" });
  app.get("/openapi.json", (context) => context.json(app.getOpenAPI31Document(about)));
  app.get("/docs", (context) => context.html(docsPage(app.getOpenAPI31Document(about)), 200, pageHeaders));
}

/** What stands at the address of a server without the web app. */
export function addStartPage(app: App): void {
  app.get("/", (context) => context.html(startPage, 200, pageHeaders));
}
