import { fileURLToPath } from "node:url";
import type { BrowserContext, Page } from "playwright-core";
import { build, type Rolldown } from "vite";
import { expect, test } from "vitest";
import { openContext } from "../../harness/browser/browser.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

declare global {
  /** The positions and types of the events that a page has got, in order. */
  var seen: string[];
}

const testServer = await startTestServer();
const script = await bundled(`
  import { browserTabs, createClient } from "@askback/client";
  globalThis.seen = [];
  const events = createClient({ key: ${JSON.stringify(testServer.server.keys.answer)}, tabs: browserTabs("test") }).events();
  for await (const event of events) if ("position" in event) seen.push(event.position + " " + event.type);
`);

test("[CLIENT-6] the tabs of a real browser share one stream, and go on without the one that held it", async () => {
  const context = await openContext();
  const streams = streamsOf(context);
  const first = await openTab(context);
  const others = [await openTab(context), await openTab(context)];
  const before = await happened([first, ...others]);
  expect(streams).toEqual([first]);

  await first.close();
  const after = await happened(others);
  expect(streams.length).toBe(2);
  for (const page of others) {
    const [snapshot, ...rest] = await seenBy(page);
    expect(snapshot).toMatch(/snapshot$/);
    expect(rest).toEqual([...before, ...after]);
  }
});

test("[CLIENT-6] a tab that opens while the leading tab is frozen gets events", async () => {
  const context = await openContext();
  const streams = streamsOf(context);
  const leader = await openTab(context);
  const session = await context.newCDPSession(leader);
  // A paused debugger stops all scripts, as a browser does with a frozen tab.
  await session.send("Debugger.enable");
  await session.send("Debugger.pause");
  const late = await openTab(context);
  expect(streams).toEqual([leader, late]);
  const during = await happened([late]);
  await session.send("Debugger.resume");
  await hasSeen(leader, during);
  const after = await happened([leader, late]);
  for (const page of [leader, late]) expect((await seenBy(page)).slice(1)).toEqual([...during, ...after]);
});

/** The pages that opened a stream, in order. */
function streamsOf(context: BrowserContext): Page[] {
  const streams: Page[] = [];
  context.on("request", (request) => {
    if (new URL(request.url()).pathname === "/v1/events") streams.push(request.frame().page());
  });
  return streams;
}

/** Opens a page of the server's origin that runs only the client. */
async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const html = '<!doctype html><script type="module" src="/client.js"></script>';
  await page.route("**/tab.html", (route) => route.fulfill({ body: html, contentType: "text/html" }));
  await page.route("**/client.js", (route) => route.fulfill({ body: script, contentType: "text/javascript" }));
  await page.goto(`${testServer.server.url}/tab.html`);
  await page.waitForFunction(() => globalThis.seen?.length > 0);
  return page;
}

/** Runs a conversation, waits until all of these pages have got its events, and returns those. */
async function happened(pages: readonly Page[]): Promise<string[]> {
  const conversation = await testServer.startConversation("scripted", [{ text: "Hello." }]);
  await conversation.waitForStatus("idle");
  const log = (await conversation.log()).map(({ position, type }) => `${position} ${type}`);
  for (const page of pages) await hasSeen(page, log);
  return log;
}

async function hasSeen(page: Page, log: readonly string[]): Promise<void> {
  await page.waitForFunction((last) => globalThis.seen.includes(last), log.at(-1) ?? "");
}

function seenBy(page: Page): Promise<string[]> {
  return page.evaluate(() => globalThis.seen);
}

async function bundled(code: string): Promise<string> {
  const entry = fileURLToPath(new URL("tab.js", import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: "warn",
    resolve: { conditions: ["@askback/source", "module", "browser"] },
    build: { write: false, target: "esnext", rolldownOptions: { input: entry } },
    plugins: [
      { name: "tab", resolveId: (id) => (id === entry ? id : null), load: (id) => (id === entry ? code : null) },
    ],
  });
  const { output } = built as Rolldown.RolldownOutput;
  return output[0].code;
}
