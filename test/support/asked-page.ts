import type { Locator, Page } from "playwright-core";
import type { Api } from "./api.ts";
import { openPage, type PageOptions } from "./browser.ts";
import type { PuppetReply } from "./puppet.ts";
import type { Scene, Stage } from "./stage.ts";

/** A person looks at a conversation in which the agent has just asked. */
export interface AskedPage {
  readonly scene: Scene;
  readonly page: Page;
  readonly card: Locator;
  /** Of the inquiry. */
  readonly path: string;
}

interface AskedOptions extends PageOptions {
  readonly agent?: string;
  /** Who starts the conversation, and may therefore withdraw what is asked in it. */
  readonly by?: Api;
}

type Call = NonNullable<PuppetReply["calls"]>[number];

export async function openAsked(
  stage: Stage,
  call: Call,
  { agent = "puppet", by = stage.api, ...options }: AskedOptions = {},
): Promise<AskedPage> {
  const scene = await stage.play(agent, [{ text: "One moment.", calls: [call] }, { text: "Thank you." }], by);
  const { id } = await scene.asked();
  const page = await openPage(stage, { path: `/c/${scene.id}`, ...options });
  const card = cardOn(page);
  await card.getByRole("heading").first().waitFor();
  return { scene, page, card, path: `/v1/inquiries/${id}` };
}

/** As before, but the person was there already when the agent asked. */
export async function openBeforeAsked(
  stage: Stage,
  call: Call,
  { agent = "puppet", by = stage.api, ...options }: AskedOptions = {},
): Promise<Omit<AskedPage, "path"> & { ask(): Promise<void> }> {
  const scene = await stage.play(agent, [{ text: "Hello." }, { calls: [call] }, { text: "Thank you." }], by);
  await scene.reached("idle");
  const page = await openPage(stage, { path: `/c/${scene.id}`, ...options });
  await page.getByText("Hello.", { exact: true }).waitFor();
  const card = cardOn(page);
  return {
    scene,
    page,
    card,
    async ask() {
      await stage.api.post(`/v1/conversations/${scene.id}/messages`, { text: "Go on." });
      await card.getByRole("heading").first().waitFor();
    },
  };
}

export function cardOn(page: Page): Locator {
  return page.locator("section[data-inquiry]");
}

export function ownWordsOf(card: Locator): Locator {
  return card.getByRole("textbox", { name: "In your own words" });
}

/** Waits until the agent has heard of the answer, gone on, and all of it stands in the conversation. */
export async function goesOn(page: Page): Promise<void> {
  await page.getByRole("log").getByText("Thank you.", { exact: true }).waitFor();
}

/** Whether an element has the focus. */
export function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((node) => node === document.activeElement);
}
