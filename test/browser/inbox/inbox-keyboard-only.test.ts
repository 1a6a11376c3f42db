import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { emptyInbox, openInquiry, rowOf, rowsOf } from "../../harness/browser/inbox.ts";
import { cardOn } from "../../harness/browser/inquiry-page.ts";
import { expectFocus, tabTo } from "../../harness/browser/keyboard-walk.ts";
import { waitUntilDeliberate } from "../../harness/browser/pointer.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
beforeEach(() => emptyInbox(testServer));

/** Answers the open inquiry, and returns to the list. */
async function answerInCard(page: Page): Promise<void> {
  const { keyboard } = page;
  // A card that comes later than 1.5 s after the last key takes the focus from the heading.
  await expectFocus(page, /^(heading|textbox "Something else…")/);
  await cardOn(page).getByRole("radio", { name: "Tea" }).waitFor();
  await keyboard.press("Alt+q");
  await expectFocus(page, /^textbox "Something else…"/);
  await keyboard.type("Water");
  await waitUntilDeliberate(cardOn(page));
  await keyboard.press("Enter");
  await cardOn(page).and(page.locator("[data-state=answered], [data-state=held]")).waitFor();
  expect(await cardOn(page).locator(":focus").count()).toBe(1);
  await tabTo(page, /^button "Open conversation"/, "Shift+Tab");
  await keyboard.press("Escape");
  await page.waitForURL("**/inbox/needs-you");
}

test("[KEYS-7] rows of the inbox are walked, opened and answered by keyboard, also the last one", async () => {
  for (const question of ["The first?", "The second?"]) await openInquiry(testServer, question, { title: "Drinks" });
  const page = await openPage(testServer, { path: "/inbox" });
  const { keyboard } = page;
  await rowOf(page, "The second?").waitFor();
  await tabTo(page, /^searchbox "Search the inbox"/);
  await keyboard.press("ArrowDown");
  await expectFocus(page, /^row .*The first\?/);
  await keyboard.press("j");
  await expectFocus(page, /^row .*The second\?/);
  await keyboard.press("k");
  await expectFocus(page, /^row .*The first\?/);
  await keyboard.press("Enter");
  await answerInCard(page);
  await expectFocus(page, /^row /);
  await rowOf(page, "The first?").waitFor({ state: "detached" });
  await expectFocus(page, /^row .*The second\?/);
  await keyboard.press("Enter");
  await answerInCard(page);
  await rowsOf(page).first().waitFor({ state: "detached" });
  await expect.poll(() => page.locator(".ask-inbox:focus, .ask-inbox :focus").count()).toBe(1);
});

test("[KEYS-7] several rows are selected, snoozed and declined by keyboard", async () => {
  for (const question of ["The first?", "The second?", "The third?", "The fourth?"])
    await openInquiry(testServer, question, { title: "Drinks" });
  const page = await openPage(testServer, { path: "/inbox" });
  const { keyboard } = page;
  await rowOf(page, "The fourth?").waitFor();
  await tabTo(page, /^row .*The first\?/);
  await keyboard.press("x");
  await keyboard.press("Shift+ArrowDown");
  await page.getByText("2 selected").waitFor();
  await expectFocus(page, /^row .*The second\?/);
  await tabTo(page, /^button "Snooze/, "Shift+Tab");
  await keyboard.press("Enter");
  await expectFocus(page, /^menuitem/);
  await keyboard.press("Escape");
  await expectFocus(page, /^button "Snooze/);
  await keyboard.press("Enter");
  await expectFocus(page, /^menuitem/);
  await keyboard.press("Enter");
  await rowOf(page, "The first?").waitFor({ state: "detached" });
  await expectFocus(page, /^row .*The third\?/);

  await keyboard.press("x");
  await keyboard.press("Shift+ArrowDown");
  await page.getByText("2 selected").waitFor();
  await keyboard.press("e");
  await expectFocus(page, /^button "Cancel"/);
  await keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expectFocus(page, /^row .*The fourth\?/);
  await tabTo(page, /^button "Decline…"/, "Shift+Tab");
  await keyboard.press("Enter");
  await expectFocus(page, /^button "Cancel"/);
  await tabTo(page, /^textbox/, "Shift+Tab");
  await keyboard.type("Not now");
  await tabTo(page, /^button "Decline/);
  await keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await rowsOf(page).first().waitFor({ state: "detached" });
  await expect.poll(() => page.locator(".ask-inbox:focus, .ask-inbox :focus").count()).toBe(1);
});
