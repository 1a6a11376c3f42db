import { version } from "@askback/core";
import { etag } from "hono/etag";
import { html } from "hono/html";
import { pageHeaders } from "../middleware/security-headers.ts";
import type { App } from "../route.ts";
import { addErrorsPage } from "./errors-page.ts";
import { createFixedPage, pageType } from "./fixed-page.ts";
import { sendFile, type WebFiles } from "./web-app.ts";

const about = {
  openapi: "3.1.0",
  info: {
    title: "Askback",
    version,
    description: `Agents ask people, wait as long as it takes, and go on with the answer.

Send \`Authorization: Bearer <key>\` with a key from the data folder, under \`keys/\`.
Errors are \`application/problem+json\` with a \`code\` for programs and a \`hint\` for people; \`type\` leads to [what the code means](/docs/errors). The compat APIs have forms of their own.
A POST that changes a conversation takes an \`Idempotency-Key\`: the same request again gets the same response.`,
    license: { name: "Apache-2.0", identifier: "Apache-2.0" },
  },
  tags: [
    {
      name: "Conversations",
      description: "A conversation of a person with an agent, and the commands that start, stop and resume its runs.",
    },
    { name: "Inquiries", description: "What agents ask: list the open ones, wait for one, and resolve it." },
    {
      name: "People",
      description:
        "Who is who: members, groups, invitations and sessions; and what belongs to the caller alone: drafts, snoozed inquiries, what they have seen.",
    },
    { name: "Keys", description: "The stored keys of a project." },
    {
      name: "Notifications",
      description: "What waits for people, and how they are reached besides the app.",
    },
    {
      name: "Webhooks",
      description: "What webhooks and people were told of inquiries, and the secret that signs webhooks.",
    },
    { name: "Files", description: "Images, PDF and text files that messages and answers refer to." },
    { name: "Agents", description: "The agents that this server is configured with." },
    { name: "Runs", description: "One period of an agent's work." },
    { name: "Events", description: "Everything that happens, as a stream." },
    { name: "Compat: conversations API", description: "For clients of the conversations API." },
    { name: "Compat: projects API", description: "For clients of the projects API." },
    { name: "Compat: sessions API", description: "For clients of the sessions API." },
  ],
};

/** Describes the API for programs at `/openapi.json` and for people at `/docs`, a page that is built with the web app. */
export function addDocRoutes(app: App, web: WebFiles | undefined): void {
  app.openAPIRegistry.registerComponent("securitySchemes", "key", { type: "http", scheme: "bearer" });
  // At the first request all routes are there.
  const description = createFixedPage("application/json", () => JSON.stringify(app.getOpenAPI31Document(about)));
  app.get("/openapi.json", etag(), description);
  addErrorsPage(app);
  const reference = web?.fileByPath.get("/docs/index.html");
  const unbuilt = createFixedPage(pageType, () => String(unbuiltPage("The Askback API", "API reference")));
  app.get("/docs", pageHeaders(), etag(), (context) => (reference ? sendFile(context, reference) : unbuilt(context)));
}

/** The page at the address of a server without the web app. */
export function addStartPage(app: App): void {
  app.get("/", pageHeaders(), (context) => context.html(unbuiltPage("Askback is running", "web app")));
}

function unbuiltPage(title: string, missing: string) {
  return html`<!doctype html>
    <html lang="en">
      <head><meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><title>${title}</title></head>
      <body>
        <main>
          <h1>${title}</h1>
          <p>The ${missing} is not built: run <code>npm run build:web</code> and start the server again.</p>
          <p>The API is described for programs at <a href="/openapi.json">/openapi.json</a>, and for people at <a href="/docs">/docs</a> once it is built.</p>
        </main>
      </body>
    </html>`;
}
