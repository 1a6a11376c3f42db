import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { Browser, Page } from "playwright-core";
import type { AppEnv } from "../../packages/server/src/http/route.ts";
import { readWebFiles } from "../../packages/server/src/http/web-files.ts";
import { addWebRoutes } from "../../packages/server/src/http/web-routes.ts";
import { axeOf, tooWide } from "./page-checks.ts";
import { onEnd, temporaryFolder } from "./temporary-folder.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The workshop, built and served under the headers of the app, so that what breaks its policy breaks here too. */
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
  if (status !== 0) throw new Error("The workshop could not be built; what is wrong stands above.");
}

/** How a story is looked at. */
export interface Face {
  readonly theme: "light" | "dark";
  readonly dir: "ltr" | "rtl";
  readonly width: 320 | 1280;
}

export const faces: readonly Face[] = (["light", "dark"] as const).flatMap((theme) =>
  (["ltr", "rtl"] as const).flatMap((dir) => ([320, 1280] as const).map((width) => ({ theme, dir, width }))),
);

/** The stories that a face is used for when each has one, in turn; the soak looks at all under every face. */
export function coveredBy(face: Face, stories: readonly string[]): readonly string[] {
  const nth = faces.indexOf(face);
  return stories.filter((_, index) => index % faces.length === nth);
}

/** The names of all stories. */
export async function storiesOf(workshop: Workshop, browser: Browser): Promise<readonly string[]> {
  const page = await browser.newPage();
  await page.goto(workshop.url);
  const names = await page.getByRole("navigation", { name: "Stories" }).getByRole("link").allTextContents();
  await page.close();
  return names;
}

/** How a story is opened, and what is looked for in it. */
interface Look {
  readonly workshop: Workshop;
  readonly browser: Browser;
  readonly width: number;
  /** What the address says besides the story. */
  readonly shown: Readonly<Record<string, string>>;
  readonly faultsOn: (page: Page) => Promise<readonly string[]>;
}

/** So that one story is looked at while others load. */
const atOnce = 4;

/** What is wrong with stories, each in a page that has loaded everything; empty is good. */
export async function faultsIn(stories: readonly string[], look: Look): Promise<readonly string[]> {
  const context = await look.browser.newContext({
    viewport: { width: look.width, height: 800 },
    reducedMotion: "reduce",
  });
  const left = [...stories];
  const faults: string[] = [];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const page = await context.newPage();
      let complaints: string[] = [];
      page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(String(error)));
      for (let story = left.shift(); story !== undefined; story = left.shift()) {
        complaints = [];
        const address = `${look.workshop.url}?${new URLSearchParams({ story, ...look.shown })}`;
        await page.goto(address, { waitUntil: "networkidle" });
        const found = [...complaints, ...(await look.faultsOn(page))];
        faults.push(...found.map((fault) => `${story} (${Object.values(look.shown)}, ${look.width}): ${fault}`));
      }
    }),
  );
  await context.close();
  return faults;
}

/** Everything that is wrong with these stories under a face; empty is good. */
export function faultsUnder(
  { theme, dir, width }: Face,
  stories: readonly string[],
  opened: Pick<Look, "workshop" | "browser">,
): Promise<readonly string[]> {
  const shown = { theme, language: dir === "rtl" ? "ar" : "en" };
  const faultsOn = async (page: Page) => [...(await tooWide(page)), ...(await axeOf(page))];
  return faultsIn(stories, { ...opened, width, shown, faultsOn });
}
