import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { inject, onTestFinished } from "vitest";
import { colleagueKey } from "../server/colleague.ts";
import type { ServerProcess } from "../server/server-process.ts";
import { browserTimeoutMs, launchChromium } from "./chromium.ts";
import { signInLink } from "./sign-in.ts";

export interface PageOptions {
  /** The start page of the app by default. */
  readonly path?: string;
  /** The signed-in person: the owner by the sign-in link, or a colleague by their key. */
  readonly as?: "owner" | "colleague" | "nobody";
  /** The language that the browser prefers. */
  readonly language?: string;
  readonly theme?: "light" | "dark";
  readonly width?: number;
  readonly height?: number;
  readonly hasTouch?: boolean;
  readonly reducedMotion?: boolean;
  /** The service worker of the app is blocked by default. */
  readonly serviceWorker?: boolean;
  /** Errors that the page may log; any other fails the test. */
  readonly expected?: readonly RegExp[];
}

/** Opens the app in a browser context of its own, which is closed after the test. An unexpected error of the page fails the test. */
export async function openPage(
  testServer: { readonly server: ServerProcess },
  options: PageOptions = {},
): Promise<Page> {
  const { path = "/", as = "owner", expected = [] } = options;
  const context = await openContext(options);
  if (as === "owner") await context.request.post(await signInLink(testServer.server));
  if (as === "colleague") await context.setExtraHTTPHeaders({ authorization: `Bearer ${colleagueKey}` });
  const page = await context.newPage();
  failOnPageErrors(page, expected);
  await page.goto(new URL(path, testServer.server.url).href);
  return page;
}

/** A new browser context. */
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
  context.setDefaultTimeout(browserTimeoutMs);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === "fail") await saveScreenshots(context, task.id);
    // Routes that are still pending would fail when the context closes.
    for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
  });
  return context;
}

let screenshots = 0;

/** Saves screenshots of the pages of a failed test. */
async function saveScreenshots(context: BrowserContext, name: string): Promise<void> {
  for (const page of context.pages()) {
    screenshots += 1;
    const path = join(tmpdir(), `askback-failed-${name}-${screenshots}.png`);
    await page.screenshot({ path });
    console.log(`screenshot of ${page.url()}: ${path}`);
  }
}

let browser: Promise<Browser> | undefined;

/** One browser for all tests of this process. */
function sharedBrowser(): Promise<Browser> {
  browser ??= launchChromium(inject("chromium"));
  return browser;
}

/** Fails the test on errors on the console, which include violations of the content security policy, and on uncaught errors. */
export function failOnPageErrors(page: Page, expected: readonly RegExp[] = []): void {
  const errors: string[] = [];
  page.on("console", (message) => {
    // A draft may reach the server after its answer, which is a conflict.
    const isLateDraft = message.location().url.endsWith("/draft") && message.text().includes("409");
    if (message.type() === "error" && !isLateDraft) errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error.stack ?? error)));
  onTestFinished(() => {
    const unexpected = errors.filter((error) => !expected.some((pattern) => pattern.test(error)));
    if (unexpected.length > 0) throw new Error(`The page logged errors:\n${unexpected.join("\n")}`);
  });
}
