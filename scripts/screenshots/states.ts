import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { signInLink } from "../../test/harness/browser/sign-in.ts";
import { type AppState, appStates } from "../../test/harness/showcase/app-states.ts";
import type { Showcase } from "../../test/harness/showcase/showcase.ts";

const screens = {
  1280: { viewport: { width: 1280, height: 720 } },
  390: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;
const themes = ["light", "dark"] as const;

/** Takes a picture of every state of the app on both screens, light and dark. A state that cannot be shown is named. */
export async function takeStatePictures(browser: Browser, showcase: Showcase, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [width, screen] of Object.entries(screens)) {
    const options = { ...screen, reducedMotion: "reduce", serviceWorkers: "block", timezoneId: "UTC" } as const;
    const [signedIn, signedOut] = [await browser.newContext(options), await browser.newContext(options)];
    await signedIn.request.post(await signInLink(showcase.server));
    const states = appStates(showcase).filter(({ isNarrow }) => !isNarrow || width === "390");
    for (const state of states) {
      const context = state.isSignedOut ? signedOut : signedIn;
      const pictures = await takePictures(context, state, { showcase, file: join(folder, `${state.name}-${width}`) });
      console.log(pictures);
    }
    await signedIn.close();
    await signedOut.close();
  }
}

interface Target {
  readonly showcase: Showcase;
  /** The path without theme and extension. */
  readonly file: string;
}

async function takePictures(context: BrowserContext, state: AppState, { showcase, file }: Target): Promise<string> {
  const page = await context.newPage();
  try {
    await page.goto(new URL(state.path, showcase.server.url).href);
    await state.show(page);
    for (const theme of themes) await takePicture(page, theme, `${file}-${theme}.png`);
    return `${file}-{${themes}}.png`;
  } catch (error) {
    await page.screenshot({ path: `${file}-failed.png` });
    return `${state.name} could not be shown: ${error instanceof Error ? error.message.split("\n")[0] : error}`;
  } finally {
    await context.setOffline(false);
    await page.close();
  }
}

async function takePicture(page: Page, colorScheme: (typeof themes)[number], path: string): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.screenshot({ path, animations: "disabled" });
}
