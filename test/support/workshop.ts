import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { Browser } from "playwright-core";
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

/** Everything that is wrong with these stories under a face; empty is good. */
export async function faultsUnder(
  { theme, dir, width }: Face,
  stories: readonly string[],
  { workshop, browser }: { readonly workshop: Workshop; readonly browser: Browser },
): Promise<string[]> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  const faults: string[] = [];
  let complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  for (const story of stories) {
    complaints = [];
    // What is loaded only when it is needed is a part of the story.
    const shown = new URLSearchParams({ story, theme, language: dir === "rtl" ? "ar" : "en" });
    await page.goto(`${workshop.url}?${shown}`, { waitUntil: "networkidle" });
    const found = [...complaints, ...(await tooWide(page)), ...(await axeOf(page))];
    faults.push(...found.map((fault) => `${story} (${theme}, ${dir}, ${width}): ${fault}`));
  }
  await context.close();
  return faults;
}
