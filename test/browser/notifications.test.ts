import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../support/browser.ts";
import { waiting } from "../support/inbox.ts";
import { openStage } from "../support/stage.ts";

declare global {
  /** What the page did to be noticed, as it came. */
  var notices: string[];
}

const stage = await openStage();
const answers = [{ question: "q1", options: ["o1"] }];
const noticesOf = (page: Page) => page.evaluate(() => globalThis.notices);

test("[WEB-7] a question is told of once by all tabs together, while nobody looks, and the notice goes when it is settled", async () => {
  const page = await openUnwatched({ notifications: true });
  const other = await page.context().newPage();
  await other.goto(`${stage.server.url}/inbox`);
  await other.getByText("Nothing needs you.").waitFor();
  const { inquiryId, scene } = await waiting(stage, "**Tea** or `coffee`?");
  const all = async () => [...(await noticesOf(page)), ...(await noticesOf(other))];
  await expect.poll(all).toEqual([`shows ${inquiryId}: puppet asks: Tea or coffee?`]);
  // The tabs hear of this after all that they heard of the question.
  await stage.api.patch(`/v1/conversations/${scene.id}`, { title: "Breakfast" });
  for (const tab of [page, other]) await tab.getByText("Breakfast").first().waitFor();
  expect(await all()).toHaveLength(1);

  await stage.api.post(`/v1/inquiries/${inquiryId}/answer`, { answers });
  await expect.poll(all).toContain(`closes ${inquiryId}`);
  expect(await all()).toHaveLength(2);
});

test("[WEB-7] who looks at the page is not called, nor who does not want it", async () => {
  const watched = await openUnwatched({ notifications: true });
  await watched.evaluate(() => Object.assign(document, { hasFocus: () => true }));
  const unwilling = await openUnwatched({ notifications: false });
  const { inquiryId } = await waiting(stage, "Tea or coffee?");
  for (const page of [watched, unwilling]) {
    await expect.poll(() => page.title()).toBe("(1) Askback");
    expect(await noticesOf(page)).toEqual([]);
  }
  await stage.api.post(`/v1/inquiries/${inquiryId}/answer`, { answers });
});

test("[WEB-7] a sound comes with it where that is wanted", async () => {
  const page = await openUnwatched({ notifications: false, sound: true });
  const { inquiryId } = await waiting(stage, "Tea or coffee?");
  await expect.poll(() => noticesOf(page)).toEqual(["sounds"]);
  await stage.api.post(`/v1/inquiries/${inquiryId}/answer`, { answers });
});

test("[WEB-5] a choice made while the browser asks for leave stays", async () => {
  const page = await openPage(stage, { path: "/settings" });
  await page.evaluate(() => {
    const leave = new Promise((resolve) => addEventListener("leave-given", () => resolve("granted")));
    Object.assign(globalThis, { Notification: { permission: "granted", requestPermission: () => leave } });
  });
  await page.getByRole("checkbox", { name: /notif/i }).click();
  await page.getByLabel("Theme").selectOption("dark");
  await page.evaluate(() => dispatchEvent(new Event("leave-given")));
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("askback:preferences") ?? "{}"));
  await expect.poll(kept).toMatchObject({ notifications: true, theme: "dark" });
});

/** The inbox in a window that nobody looks at; what it does to be noticed is written down instead of done. */
async function openUnwatched(preferences: {
  readonly notifications: boolean;
  readonly sound?: boolean;
}): Promise<Page> {
  const page = await openPage(stage, { path: "/settings" });
  await page.context().addInitScript((chosen) => {
    localStorage.setItem("askback:preferences", JSON.stringify(chosen));
    globalThis.notices = [];
    class Notice {
      static readonly permission = "granted";
      readonly #tag: string;
      constructor(title: string, { body, tag }: { readonly body: string; readonly tag: string }) {
        this.#tag = tag;
        notices.push(`shows ${tag}: ${title}: ${body}`);
      }
      close(): void {
        notices.push(`closes ${this.#tag}`);
      }
    }
    class Sound extends AudioContext {
      constructor() {
        super();
        notices.push("sounds");
      }
    }
    Object.assign(globalThis, { Notification: Notice, AudioContext: Sound });
    Object.assign(document, { hasFocus: () => false });
  }, preferences);
  await page.goto(`${stage.server.url}/inbox`);
  await page.getByText("Nothing needs you.").waitFor();
  return page;
}
