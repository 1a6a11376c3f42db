import type { Page } from "playwright-core";
import { failOnPageErrors, openContext, type PageOptions } from "../browser/browser.ts";
import { signInLink } from "../browser/sign-in.ts";
import { type AppState, appStates } from "./app-states.ts";
import type { Showcase } from "./showcase.ts";

export interface Tour extends PageOptions {
  /** The names of the states to visit; all unless given. */
  readonly only?: readonly string[];
  /** Also visits what a library renders. */
  readonly isWhole?: boolean;
  /** What is wrong in a state. */
  readonly faultsOn: (page: Page, state: AppState) => Promise<readonly string[]>;
}

/** What the browser says where somebody is signed out, something is missing, or the network is off. */
const expected = [/status of 40[14]/, /ERR_INTERNET_DISCONNECTED/];

/** Visits the states of the app in one context, and collects what is wrong in each. */
export async function tour(
  showcase: Showcase,
  { only, isWhole, faultsOn, ...options }: Tour,
): Promise<readonly string[]> {
  const signedIn = await openContext({ reducedMotion: true, ...options });
  const signedOut = await openContext({ reducedMotion: true, ...options });
  await signedIn.request.post(await signInLink(showcase.server));
  const faults: string[] = [];
  for (const state of appStates(showcase).filter(({ name }) => only === undefined || only.includes(name))) {
    if ((state.isForeign && !isWhole) || (state.isNarrow && (options.width ?? 1280) > 400)) continue;
    const page = await (state.isSignedOut ? signedOut : signedIn).newPage();
    failOnPageErrors(page, expected);
    await page.goto(new URL(state.path, showcase.server.url).href);
    const found = await state.show(page).then(
      () => faultsOn(page, state),
      // The other states are visited all the same.
      (error: Error) => [`could not be shown: ${error.message}`],
    );
    faults.push(...found.map((fault) => `${state.name}: ${fault}`));
    await signedIn.setOffline(false);
    await page.close();
  }
  return faults;
}
