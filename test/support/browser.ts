import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { inject, onTestFinished } from "vitest";
import { launchChromium } from "./chromium.ts";
import { colleagueKey } from "./colleague.ts";
import type { ServerProcess } from "./server-process.ts";
import { signInLink } from "./sign-in.ts";

export interface PageOptions {
  /** Where to begin; the start of the app unless given. */
  readonly path?: string;
  /** Who looks: the owner by the link that signs in, or a colleague by their key. */
  readonly as?: "owner" | "colleague" | "nobody";
  /** What the reader's browser prefers. */
  readonly language?: string;
  readonly theme?: "light" | "dark";
  readonly width?: number;
  readonly height?: number;
  readonly hasTouch?: boolean;
  readonly reducedMotion?: boolean;
  /** The app's service worker runs only where a test is about it. */
  readonly serviceWorker?: boolean;
  /** What the page may complain of; anything else fails the test. */
  readonly expected?: readonly RegExp[];
}

/** The app of a server in a browser of its own, which is closed after the test. What the page complains of fails the test. */
export async function openPage(stage: { readonly server: ServerProcess }, options: PageOptions = {}): Promise<Page> {
  const { path = "/", as = "owner", expected = [] } = options;
  const context = await openContext(options);
  if (as === "owner") await context.request.get(await signInLink(stage.server));
  if (as === "colleague") await context.setExtraHTTPHeaders({ authorization: `Bearer ${colleagueKey}` });
  const page = await context.newPage();
  failOnComplaints(page, expected);
  await page.goto(new URL(path, stage.server.url).href);
  return page;
}

/** An empty browser window, as a reader has set it up. */
export async function openContext(options: PageOptions = {}): Promise<BrowserContext> {
  const { language = "en", theme = "light", width = 1280, height = 800 } = options;
  const context = await (await sharedBrowser()).newContext({
    locale: language,
    colorScheme: theme,
    viewport: { width, height },
    hasTouch: options.hasTouch ?? false,
    reducedMotion: options.reducedMotion ? "reduce" : "no-preference",
    serviceWorkers: options.serviceWorker ? "allow" : "block",
    timezoneId: "UTC",
  });
  context.setDefaultTimeout(patienceMs);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === "fail") await picture(context, task.id);
    // What a test has put in the way of requests must not outlive it.
    for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
  });
  return context;
}

let pictures = 0;

/** What the pages of a failed test looked like. */
async function picture(context: BrowserContext, name: string): Promise<void> {
  for (const page of context.pages()) {
    pictures += 1;
    const path = join(tmpdir(), `askback-failed-${name}-${pictures}.png`);
    await page.screenshot({ path });
    console.log(`${page.url()} looked so: ${path}`);
  }
}

/** Less than a test has, so that what was waited for in vain is named. */
const patienceMs = 15_000;

let browser: Promise<Browser> | undefined;

/** One for all tests of this process; it ends with it. */
function sharedBrowser(): Promise<Browser> {
  browser ??= launchChromium(inject("chromium"));
  return browser;
}

/** Errors on the console, which is also where a browser says that the page broke its own policy, and errors nobody caught. */
export function failOnComplaints(page: Page, expected: readonly RegExp[] = []): void {
  const complaints: string[] = [];
  page.on("console", (message) => {
    // A draft may come to the server after the answer that was made of it.
    const isLateDraft = message.location().url.endsWith("/draft") && message.text().includes("409");
    if (message.type() === "error" && !isLateDraft) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error.stack ?? error)));
  onTestFinished(() => {
    const unexpected = complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)));
    if (unexpected.length > 0) throw new Error(`The page complained:\n${unexpected.join("\n")}`);
  });
}
