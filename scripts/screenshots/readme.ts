import { join } from "node:path";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { signInLink } from "../../test/harness/browser/sign-in.ts";
import type { Showcase } from "../../test/harness/showcase/showcase.ts";

interface Picture extends BrowserContextOptions {
  readonly path: string;
}

const wide = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Takes the pictures of the README, each as soon as its card is there. */
export async function takeReadmePictures(browser: Browser, showcase: Showcase, folder: string): Promise<void> {
  const { question, approval, choices, arabic } = showcase.conversations;
  const pictures: Readonly<Record<string, Picture>> = {
    chat: { path: `/c/${question.id}`, ...wide },
    dark: { path: `/c/${question.id}`, ...wide, colorScheme: "dark" },
    approval: { path: `/c/${approval.id}`, ...wide },
    inbox: { path: `/inbox/needs-you/${choices.inquiry?.id}`, ...wide },
    phone: { path: `/c/${question.id}`, ...phone },
    arabic: { path: `/c/${arabic.id}`, ...wide, locale: "ar" },
  };
  for (const [name, { path, ...reader }] of Object.entries(pictures)) {
    const context = await browser.newContext({
      deviceScaleFactor: 2,
      reducedMotion: "reduce",
      serviceWorkers: "block",
      timezoneId: "UTC",
      ...reader,
    });
    await context.request.post(await signInLink(showcase.server));
    const page = await context.newPage();
    await page.goto(new URL(path, showcase.server.url).href);
    await page.locator("section[data-inquiry] .ask-footer button").last().waitFor();
    if (name === "inbox") await page.locator(`[role=row][data-key="${choices.inquiry?.id}"]`).waitFor();
    const file = join(folder, `${name}.png`);
    await page.screenshot({ path: file, animations: "disabled" });
    await context.close();
    console.log(file);
  }
}
