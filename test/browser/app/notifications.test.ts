import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { openInquiry } from "../../harness/browser/inbox.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

declare global {
  /** The notifications and sounds of the page, in order. */
  var notices: string[];
}

const testServer = await startTestServer();
const answers = [{ question: "q1", options: ["o1"] }];
const noticesOf = (page: Page) => page.evaluate(() => globalThis.notices);

test("[WEB-7] one notification is shown for a question by all tabs together while the page is hidden, and closes when it is resolved", async () => {
  const page = await openUnwatched({ notifications: true });
  const other = await page.context().newPage();
  await other.goto(`${testServer.server.url}/inbox`);
  await other.getByText("Nothing needs you.").waitFor();
  const { inquiryId, conversation } = await openInquiry(testServer, "**Tea** or `coffee`?");
  const all = async () => [...(await noticesOf(page)), ...(await noticesOf(other))];
  await expect.poll(all).toEqual([`shows ${inquiryId}: Scripted asks: Tea or coffee?`]);
  // The tabs get this event after those of the question.
  await testServer.api.patch(`/v1/conversations/${conversation.id}`, { title: "Breakfast" });
  for (const tab of [page, other]) await tab.getByText("Breakfast").first().waitFor();
  expect(await all()).toHaveLength(1);

  await testServer.api.post(`/v1/inquiries/${inquiryId}/answer`, { answers });
  await expect.poll(all).toContain(`closes ${inquiryId}`);
  expect(await all()).toHaveLength(2);
});

test("[WEB-7] no notification is shown while the page is visible, or where they are switched off", async () => {
  const watched = await openUnwatched({ notifications: true });
  await watched.evaluate(() => Object.assign(document, { hasFocus: () => true }));
  const unwilling = await openUnwatched({ notifications: false });
  const { inquiryId } = await openInquiry(testServer, "Tea or coffee?");
  for (const page of [watched, unwilling]) {
    await expect.poll(() => page.title()).toBe("(1) Inbox · Askback");
    expect(await noticesOf(page)).toEqual([]);
  }
  await testServer.api.post(`/v1/inquiries/${inquiryId}/answer`, { answers });
});

test("[WEB-7] a notification has a sound where that is switched on", async () => {
  const page = await openUnwatched({ notifications: false, sound: true });
  const { inquiryId } = await openInquiry(testServer, "Tea or coffee?");
  await expect.poll(() => noticesOf(page)).toEqual(["sounds"]);
  await testServer.api.post(`/v1/inquiries/${inquiryId}/answer`, { answers });
});

test("[WEB-5] a choice made while the browser asks for permission stays", async () => {
  const page = await openPage(testServer, { path: "/settings" });
  await page.evaluate(() => {
    const permission = new Promise((resolve) => addEventListener("permission-given", () => resolve("granted")));
    Object.assign(globalThis, { Notification: { permission: "granted", requestPermission: () => permission } });
  });
  await page.getByRole("checkbox", { name: /notif/i }).click();
  await page.getByLabel("Theme").selectOption("dark");
  await page.evaluate(() => dispatchEvent(new Event("permission-given")));
  const preferences = () => page.evaluate(() => JSON.parse(localStorage.getItem("askback:preferences") ?? "{}"));
  await expect.poll(preferences).toMatchObject({ notifications: true, theme: "dark" });
});

/** Opens the inbox in a hidden window that records notifications and sounds instead of showing them. */
async function openUnwatched(preferences: {
  readonly notifications: boolean;
  readonly sound?: boolean;
}): Promise<Page> {
  const page = await openPage(testServer, { path: "/settings" });
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
  await page.goto(`${testServer.server.url}/inbox`);
  await page.getByText("Nothing needs you.").waitFor();
  return page;
}
