import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { Browser, Page } from "playwright-core";
import type { AppEnv } from "../../../packages/server/src/http/route.ts";
import { addWebRoutes, readWebFiles } from "../../../packages/server/src/http/routes/web-app.ts";
import { onEnd, temporaryFolder } from "../server/temporary-folder.ts";
import { browserTimeoutMs } from "./chromium.ts";
import { axeOf, tooWide } from "./page-checks.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The workshop, built and served with the app's headers, so that its content security policy holds here too. */
export interface Workshop {
  readonly url: string;
  stop(): void;
}

export async function openWorkshop(): Promise<Workshop> {
  const folder = join(temporaryFolder(), "workshop");
  const app = new OpenAPIHono<AppEnv>();
  buildWorkshop(folder);
  addWebRoutes(app, readWebFiles(folder));
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) =>
      resolve({ url: `http://127.0.0.1:${port}/`, stop: () => server.close() }),
    );
    onEnd(() => server.close());
  });
}

function buildWorkshop(folder: string): void {
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const config = join(root, "packages/web/workshop/vite.config.ts");
  const { NODE_ENV: _, ...env } = process.env;
  const args = [vite, "build", "--config", config, "--outDir", folder, "--logLevel", "warn"];
  const { status } = spawnSync(process.execPath, args, { env, stdio: "inherit" });
  if (status !== 0) throw new Error("The workshop could not be built, see above.");
}

/** What a story is rendered in. */
export interface Appearance {
  /** `forced` is the light theme in the colours of a person who has chosen them for all pages. */
  readonly theme: "light" | "dark" | "terminal" | "forced";
  readonly dir: "ltr" | "rtl";
  readonly width: 320 | 1280;
}

export const appearances: readonly Appearance[] = (["light", "dark", "terminal", "forced"] as const).flatMap((theme) =>
  (["ltr", "rtl"] as const).flatMap((dir) => ([320, 1280] as const).map((width) => ({ theme, dir, width }))),
);

/**
 * The stories checked in one appearance: each story has one that is light or dark and one that is neither, in turn. The
 * soak checks every story in each appearance.
 */
export function storiesFor(appearance: Appearance, stories: readonly string[]): readonly string[] {
  const half = appearances.length / 2;
  const nth = appearances.indexOf(appearance) % half;
  return stories.filter((_, index) => index % half === nth);
}

/** The names of all stories. */
export async function storiesOf(workshop: Workshop, browser: Browser): Promise<readonly string[]> {
  const page = await browser.newPage();
  await page.goto(workshop.url, { timeout: browserTimeoutMs });
  const links = page.getByRole("navigation", { name: "Stories" }).getByRole("link");
  await links.first().waitFor({ timeout: browserTimeoutMs });
  const names = await links.allTextContents();
  await page.close();
  return names;
}

/** How stories are opened and checked. */
interface StoryCheck {
  readonly workshop: Workshop;
  readonly browser: Browser;
  readonly width: number;
  /** The query of the address besides the story. */
  readonly query: Readonly<Record<string, string>>;
  readonly forcedColors?: "active" | "none";
  readonly faultsOn: (page: Page) => Promise<readonly string[]>;
}

/** One story is checked while others load. */
const concurrency = 4;

/** The faults of stories, each in a page that has loaded everything. */
export async function faultsIn(stories: readonly string[], check: StoryCheck): Promise<readonly string[]> {
  const context = await check.browser.newContext({
    viewport: { width: check.width, height: 800 },
    reducedMotion: "reduce",
    forcedColors: check.forcedColors ?? "none",
  });
  context.setDefaultTimeout(browserTimeoutMs);
  const left = [...stories];
  const faults: string[] = [];
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      const page = await context.newPage();
      let errors: string[] = [];
      page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
      page.on("pageerror", (error) => errors.push(String(error)));
      for (let story = left.shift(); story !== undefined; story = left.shift()) {
        errors = [];
        const address = `${check.workshop.url}?${new URLSearchParams({ story, ...check.query })}`;
        await page.goto(address, { waitUntil: "networkidle" });
        const found = [...errors, ...(await check.faultsOn(page))];
        faults.push(...found.map((fault) => `${story} (${Object.values(check.query)}, ${check.width}): ${fault}`));
      }
    }),
  );
  await context.close();
  return faults;
}

/** The faults of these stories in one appearance. */
export function faultsUnder(
  { theme, dir, width }: Appearance,
  stories: readonly string[],
  opened: Pick<StoryCheck, "workshop" | "browser">,
): Promise<readonly string[]> {
  const isForced = theme === "forced";
  const query = { theme: isForced ? "light" : theme, language: dir === "rtl" ? "ar" : "en" };
  const faultsOn = async (page: Page) => [...(await tooWide(page)), ...(await axeOf(page))];
  return faultsIn(stories, {
    ...opened,
    width,
    query,
    forcedColors: isForced ? "active" : "none",
    faultsOn,
  });
}
