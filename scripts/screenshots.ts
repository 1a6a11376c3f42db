import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import { type ApiResponse, createApi } from "../test/support/api.ts";
import { findChromium, launchChromium } from "../test/support/chromium.ts";
import { startServerProcess } from "../test/support/server-process.ts";
import { signInLink } from "../test/support/sign-in.ts";

const folder = fileURLToPath(new URL("../docs/images", import.meta.url));
const config = fileURLToPath(new URL("screenshots.config.ts", import.meta.url));

/** Pictures of the main screens for the README, from a real server with the demo agents. Build the app first. */
const server = await startServerProcess({ config });
const browser = await launchChromium(findChromium());
const api = createApi(server);
await started("assistant", "A note for my sister's birthday", "Birthday note");
const trip = await started("planner", "A weekend away in May", "Weekend in May");
const release = await started("release-manager", "Release what is ready", "Release 4.2");
const research = await started("researcher", "Should we move to the sea?", "Moving to the sea");

const wide = { width: 1280, height: 800 };
const card = (page: Page) => page.locator("[data-state=pending]").first();
await picture("chat-light", `/c/${release.id}`, { viewport: wide }, card);
// Its table is there when markdown has been read.
await picture("chat-dark", `/c/${trip.id}`, { viewport: wide, colorScheme: "dark" }, (page) => page.getByRole("table"));
await picture("chat-phone", `/c/${release.id}`, { viewport: { width: 390, height: 844 }, hasTouch: true }, card);
await picture("inbox", `/inbox/needs-you/${research.inquiry.id}`, { viewport: wide }, card);
const arabic = await started("mukhattit", "عطلة نهاية أسبوع في مايو", "عطلة مايو");
await picture("chat-arabic", `/c/${arabic.id}`, { viewport: wide, locale: "ar" }, card);

await browser.close();
await server.stop();

/** A conversation that waits for an answer. */
async function started(agent: string, message: string, title: string): Promise<ApiResponse["body"]> {
  const { body } = await api.post("/v1/conversations", { agent, message, title });
  return api.reached(body.id, "parked");
}

/** Takes a picture as soon as what it is about is there. */
async function picture(
  name: string,
  path: string,
  reader: BrowserContextOptions,
  subject: (page: Page) => ReturnType<Page["locator"]>,
): Promise<void> {
  const context = await browser.newContext({
    deviceScaleFactor: 2,
    reducedMotion: "reduce",
    serviceWorkers: "block",
    timezoneId: "UTC",
    ...reader,
  });
  await context.request.get(await signInLink(server));
  const page = await context.newPage();
  await page.goto(new URL(path, server.url).href);
  await subject(page).waitFor();
  await page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled" });
  await context.close();
  console.log(`docs/images/${name}.png`);
}
