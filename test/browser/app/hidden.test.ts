import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { build, type Rolldown } from "vite";
import { expect, test } from "vitest";
import { openContext } from "../../harness/browser/browser.ts";
import { colleagueKey } from "../../harness/server/colleague.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

declare global {
  /** The services that the page has used, and functions that hide and show the components. */
  var worked: Set<unknown>;
  var show: (mode: "visible" | "hidden") => void;
  var signIn: (apiKey: string) => void;
}

const testServer = await startTestServer();
const script = await bundled(`
  import { AskbackProvider, useAskback, useMe } from "@askback/react";
  import { Activity, createElement, StrictMode, useState } from "react";
  import { createRoot } from "react-dom/client";
  globalThis.worked = new Set();
  function Page() {
    worked.add(useAskback().live);
    return createElement("p", null, useMe().data?.id ?? "nobody");
  }
  function App() {
    const [mode, setMode] = useState("visible");
    const [apiKey, setKey] = useState(${JSON.stringify(testServer.server.keys.answer)});
    Object.assign(globalThis, { show: setMode, signIn: setKey });
    const provider = createElement(AskbackProvider, { apiKey }, createElement(Page));
    return createElement(StrictMode, null, createElement(Activity, { mode }, provider));
  }
  createRoot(document.body).render(createElement(App));
`);

test("[WEB-10] components that an app hides and shows again start over", async () => {
  const page = await openHost();
  await page.getByText("owner").waitFor();
  const before = await page.evaluate(() => globalThis.worked.size);
  const ended = page.waitForEvent("requestfailed", (request) => request.url().includes("/v1/events"));
  await page.evaluate(() => globalThis.show("hidden"));
  await ended;
  await page.evaluate(() => globalThis.show("visible"));
  await expect.poll(() => page.evaluate(() => globalThis.worked.size)).toBeGreaterThan(before);
  await page.getByText("owner").waitFor();
});

test("[WEB-10] components show the data of another user once the provider has that user's key", async () => {
  const page = await openHost();
  await page.getByText("owner").waitFor();
  await page.evaluate((key) => globalThis.signIn(key), colleagueKey);
  await page.getByText("colleague").waitFor();
});

async function openHost(): Promise<Page> {
  const context = await openContext();
  const page = await context.newPage();
  const html = '<!doctype html><body></body><script type="module" src="/app.js"></script>';
  await page.route("**/host.html", (route) => route.fulfill({ body: html, contentType: "text/html" }));
  await page.route("**/app.js", (route) => route.fulfill({ body: script, contentType: "text/javascript" }));
  await page.goto(`${testServer.server.url}/host.html`);
  return page;
}

async function bundled(code: string): Promise<string> {
  const entry = fileURLToPath(new URL("host.js", import.meta.url));
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
