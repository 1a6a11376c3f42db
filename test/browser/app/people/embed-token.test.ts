import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { build, type Rolldown } from "vite";
import { expect, test } from "vitest";
import { openContext } from "../../../harness/browser/browser.ts";
import { createApi } from "../../../harness/server/api.ts";
import { callerKey } from "../../../harness/server/caller.ts";
import { startTestServer } from "../../../harness/server/test-server.ts";

declare global {
  var askToken: () => Promise<string>;
}

const testServer = await startTestServer();
const { server, api } = testServer;
const asker = createApi(server, callerKey);
const { body: key } = await api.post("/v1/keys", { name: "shop", scopes: ["tokens"] });
const backend = createApi(server, key.key);
const script = await bundled(`
  import { AskbackProvider, QuestionCard } from "@askback/react";
  import "@askback/react/styles.css";
  import { createElement } from "react";
  import { createRoot } from "react-dom/client";
  const inquiry = new URLSearchParams(location.search).get("inquiry");
  const provider = createElement(AskbackProvider, { apiKey: () => askToken() }, createElement(QuestionCard, { id: inquiry }));
  createRoot(document.body).render(provider);
`);
const lifetime = { expiresInSeconds: 5 };

test("[TOKEN-3] a page whose tokens live for seconds goes on across their end, its event stream too", {
  tags: "smoke",
}, async () => {
  const asked = await ask();
  const { page, tokens } = await openHost(asked.id);
  await page.getByText("Which colour?", { exact: true }).waitFor();
  // The stream of the first token ends with it, and another one is opened with the next.
  await page.waitForResponse((response) => response.url().includes("/v1/events") && response.status() === 401);
  await page.waitForResponse((response) => response.url().includes("/v1/events") && response.status() === 200);
  expect(tokens.length).toBeGreaterThan(1);
  await api.post(`/v1/inquiries/${asked.id}/take`);
  await page.getByText("Owner is answering.").waitFor();
  await page.getByRole("radio", { name: /Blue/ }).check();
  await page.getByRole("button", { name: "Submit answer" }).click();
  await expect
    .poll(async () => (await asker.get(`/v1/inquiries/${asked.id}`)).body.receipt)
    .toMatchObject({ by: tokens[0]?.person });
  const { body: audit } = await api.get(`/v1/inquiries/${asked.id}/audit`);
  expect(audit.items).toContainEqual(
    expect.objectContaining({ type: "resolved", via: "embed", facts: expect.objectContaining({ key: "shop" }) }),
  );
});

async function ask(): Promise<{ readonly id: string }> {
  return (await asker.post("/v1/inquiries", { question: "Which colour?", options: ["Red", "Blue"] })).body;
}

/** A page of somebody else, whose server gives it tokens for the person who is signed in there. */
async function openHost(inquiry: string) {
  const tokens: { readonly token: string; readonly person: string }[] = [];
  const page = await (await openContext()).newPage();
  await page.exposeFunction("askToken", async () => {
    const { body } = await backend.post("/v1/tokens", { subject: "user-1", name: "Ana", ...lifetime });
    tokens.push(body);
    return body.token;
  });
  await serveHost(page);
  await page.goto(`${server.url}/host.html?inquiry=${inquiry}`);
  return { page, tokens };
}

async function serveHost(page: Page): Promise<void> {
  const html = '<!doctype html><body></body><script type="module" src="/app.js"></script>';
  await page.route("**/host.html*", (route) => route.fulfill({ body: html, contentType: "text/html" }));
  await page.route("**/app.js", (route) => route.fulfill({ body: script, contentType: "text/javascript" }));
}

async function bundled(code: string): Promise<string> {
  const entry = fileURLToPath(new URL("embed-host.js", import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: "error",
    resolve: { conditions: ["@askback/source", "module", "browser"] },
    build: {
      write: false,
      target: "esnext",
      rolldownOptions: { input: entry, output: { codeSplitting: false } },
    },
    plugins: [
      { name: "host", resolveId: (id) => (id === entry ? id : null), load: (id) => (id === entry ? code : null) },
    ],
  });
  const { output } = built as Rolldown.RolldownOutput;
  return output[0].code;
}
