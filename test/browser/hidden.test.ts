import { fileURLToPath } from "node:url";
import { build, type Rolldown } from "vite";
import { expect, test } from "vitest";
import { openContext } from "../support/browser.ts";
import { openStage } from "../support/stage.ts";

declare global {
  /** Each of the services that a page has worked with, and how to take the components away and put them back. */
  var worked: Set<unknown>;
  var show: (mode: "visible" | "hidden") => void;
}

const stage = await openStage();
const script = await bundled(`
  import { AskbackProvider, useAskback, useMe } from "@askback/react";
  import { Activity, createElement, StrictMode, useState } from "react";
  import { createRoot } from "react-dom/client";
  globalThis.worked = new Set();
  function Page() {
    worked.add(useAskback().live);
    return createElement("p", null, useMe()?.id ?? "nobody");
  }
  function App() {
    const [mode, setMode] = useState("visible");
    globalThis.show = setMode;
    const provider = createElement(AskbackProvider, { apiKey: ${JSON.stringify(stage.server.keys.answer)} }, createElement(Page));
    return createElement(StrictMode, null, createElement(Activity, { mode }, provider));
  }
  createRoot(document.body).render(createElement(App));
`);

test("[WEB-10] components that an app hides and shows again begin anew, since what has ended does nothing", async () => {
  const context = await openContext();
  const page = await context.newPage();
  const html = '<!doctype html><body></body><script type="module" src="/app.js"></script>';
  await page.route("**/host.html", (route) => route.fulfill({ body: html, contentType: "text/html" }));
  await page.route("**/app.js", (route) => route.fulfill({ body: script, contentType: "text/javascript" }));
  await page.goto(`${stage.server.url}/host.html`);
  await page.getByText("owner").waitFor();
  const before = await page.evaluate(() => globalThis.worked.size);
  const ended = page.waitForEvent("requestfailed", (request) => request.url().includes("/v1/events"));
  await page.evaluate(() => globalThis.show("hidden"));
  await ended;
  await page.evaluate(() => globalThis.show("visible"));
  await expect.poll(() => page.evaluate(() => globalThis.worked.size)).toBeGreaterThan(before);
  await page.getByText("owner").waitFor();
});

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
