import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { openInquiry } from "../../harness/browser/inbox.ts";
import { axeOf } from "../../harness/browser/page-checks.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const phone = { width: 390, height: 844 };

/** What has the focus: its tag, and its name or text. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: element } = document;
    return `${element?.tagName} ${element?.getAttribute("aria-label") ?? element?.textContent?.trim()}`;
  });
}

async function startTitled(title: string): Promise<string> {
  const { body } = await testServer.api.post("/v1/conversations", { agent: "scripted", title });
  return body.id;
}

test("[WEB-13] [S4-28] a conversation that waits comes first, with a dot that has a text and its age", {
  tags: "smoke",
}, async () => {
  const { conversation } = await openInquiry(testServer, "Tea or coffee?");
  await testServer.api.patch(`/v1/conversations/${conversation.id}`, { title: "Drinks" });
  await startTitled("Nothing to do");
  const page = await openPage(testServer);
  const groups = page.getByRole("list", { name: "Conversations" });
  const waiting = groups.getByRole("list", { name: "Waiting for you" });
  await waiting.getByRole("link", { name: /^waiting Drinks/ }).waitFor();
  expect(await waiting.getByRole("link").first().locator("time").textContent()).toMatch(/^(now|\dm)$/);
  const today = groups.getByRole("list", { name: "Today" });
  expect(await today.getByRole("link", { name: "Nothing to do" }).textContent()).not.toContain("waiting");
  const size = await waiting.getByRole("link").first().boundingBox();
  expect(size?.height).toBe(32);
  expect((await page.getByRole("navigation", { name: "Pages" }).boundingBox())?.width).toBe(260);
});

test("[WEB-13] the current conversation is scrolled into view", async () => {
  const id = await startTitled("The first of many");
  for (let number = 0; number < 30; number += 1) await startTitled(`Later ${number}`);
  const page = await openPage(testServer, { path: `/c/${id}`, height: 600 });
  const row = page.getByRole("link", { name: "The first of many" });
  await row.waitFor();
  await expect
    .poll(async () => {
      const list = await page.getByRole("list", { name: "Conversations" }).boundingBox();
      const box = await row.boundingBox();
      return list && box && box.y >= list.y && box.y + box.height <= list.y + list.height;
    })
    .toBe(true);
});

test("[WEB-14] the drawer takes the focus, keeps it, and returns it by Escape and by its backdrop", async () => {
  const id = await startTitled("Weekend in May");
  const page = await openPage(testServer, { path: `/c/${id}`, ...phone });
  const menu = page.getByRole("button", { name: /^Conversations/ });
  const drawer = page.getByRole("dialog", { name: "Conversations" });
  await menu.focus();
  await page.keyboard.press("Enter");
  await drawer.waitFor();
  const isInside = () => page.evaluate(() => document.activeElement?.closest("dialog") !== null);
  expect(await isInside()).toBe(true);
  await drawer.getByRole("link", { name: "Weekend in May" }).waitFor();
  expect(await axeOf(page)).toEqual([]);
  // Nothing behind the drawer can be reached.
  const reached = await page.evaluate(() => {
    const composer = document.querySelector<HTMLElement>("main textarea, main button");
    composer?.focus();
    return document.activeElement === composer;
  });
  expect(reached).toBe(false);
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "hidden" });
  expect(await focused(page)).toContain("BUTTON Conversations");

  await menu.click();
  await drawer.waitFor();
  await page.mouse.click(380, 400);
  await drawer.waitFor({ state: "hidden" });
  expect(await focused(page)).toContain("BUTTON Conversations");
});

test("[WEB-14] a navigation closes the drawer, and the heading of the page has the focus", {
  tags: "smoke",
}, async () => {
  const page = await openPage(testServer, phone);
  await page.getByRole("button", { name: /^Conversations/ }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Settings" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await expect.poll(() => focused(page)).toBe("H1 Settings");
});

test("[WEB-15] on a phone the only bar of a conversation is its header, in one line with the menu", async () => {
  const id = await startTitled("Weekend in May");
  const page = await openPage(testServer, { path: `/c/${id}`, ...phone });
  const heading = page.getByRole("heading", { level: 1, name: "Weekend in May" });
  await heading.waitFor();
  const title = await heading.boundingBox();
  const menu = await page.getByRole("button", { name: /^Conversations/ }).boundingBox();
  if (!title || !menu) throw new Error("the bar is not shown");
  expect(title.y + title.height).toBeLessThanOrEqual(48);
  expect(menu.y + menu.height).toBeLessThanOrEqual(48);
  expect(title.x).toBeGreaterThanOrEqual(menu.x + menu.width);
  expect(await page.getByRole("navigation").count()).toBe(0);
  const composer = await page.locator(".ask-composer").boundingBox();
  expect((composer?.y ?? 0) + (composer?.height ?? 0)).toBeGreaterThan(phone.height - 32);
});

test("[WEB-16] the title names each page, and how many questions wait", async () => {
  const { inquiryId, conversation } = await openInquiry(testServer, "Tea or coffee?");
  await testServer.api.patch(`/v1/conversations/${conversation.id}`, { title: "Weekend in May" });
  const { body } = await testServer.api.get("/v1/inbox/count");
  const count = `(${body.open})`;
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await expect.poll(() => page.title()).toBe(`${count} Weekend in May · Askback`);
  const pages = page.getByRole("navigation", { name: "Pages" });
  await pages.getByRole("link", { name: "Inbox" }).click();
  await expect.poll(() => page.title()).toBe(`${count} Inbox · Askback`);
  await pages.getByRole("link", { name: "Settings" }).click();
  await expect.poll(() => page.title()).toBe(`${count} Settings · Askback`);
  await pages.getByRole("link", { name: "New conversation" }).click();
  await expect.poll(() => page.title()).toBe(`${count} New conversation · Askback`);
  await testServer.api.post(`/v1/inquiries/${inquiryId}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
  await expect.poll(() => page.title()).not.toContain(count);
  const stranger = await openPage(testServer, { as: "nobody", expected: [/status of 401/] });
  await expect.poll(() => stranger.title()).toBe("Sign in · Askback");
});

test("[WEB-17] after each navigation by keyboard the heading of the page has the focus", {
  tags: "smoke",
}, async () => {
  const id = await startTitled("Birthday note");
  const page = await openPage(testServer);
  const follow = async (name: string | RegExp) => {
    await page.getByRole("link", { name }).first().focus();
    await page.keyboard.press("Enter");
  };
  await follow("Birthday note");
  await expect.poll(() => focused(page)).toBe("H1 Birthday note");
  await follow("Settings");
  await expect.poll(() => focused(page)).toBe("H1 Settings");
  await page.goBack();
  await page.waitForURL(`**/c/${id}`);
  await expect.poll(() => focused(page)).toBe("H1 Birthday note");
  await follow("Inbox");
  await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
  await follow("New conversation");
  await expect.poll(() => focused(page)).toMatch(/^(H1|TEXTAREA) /);
});

test("[WEB-17] a start page that comes late takes the focus from nothing that has it", async () => {
  const page = await openPage(testServer, { path: "/settings" });
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/start-page/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(testServer.server.url);
  await page.getByRole("link", { name: "Settings" }).focus();
  held.resolve();
  await page.getByRole("textbox", { name: "First message" }).waitFor();
  expect(await focused(page)).toBe("A Settings");
});

test("[WEB-17] the composer of a conversation that was just started has the focus", async () => {
  const page = await openPage(testServer);
  await page.getByRole("radio", { name: "scripted" }).check();
  const field = page.getByRole("textbox", { name: "First message" });
  await field.fill(JSON.stringify({ script: [{ text: "Hello." }] }));
  await page.keyboard.press("Enter");
  await page.waitForURL("**/c/*");
  await expect.poll(() => focused(page)).toBe("TEXTAREA Message");
});

test("[WEB-17] a question that has taken the focus keeps it", async () => {
  const conversation = await testServer.startConversation("scripted", [{ calls: [askOne] }]);
  await conversation.waitForInquiry();
  await testServer.api.patch(`/v1/conversations/${conversation.id}`, { title: "Drinks at once" });
  const page = await openPage(testServer, { path: "/settings" });
  await page.getByRole("link", { name: /Drinks at once/ }).click();
  await page.getByRole("radio", { name: "Tea" }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("[data-inquiry]") !== null)).toBe(true);
});

test("[WEB-17] the skip link is the first stop and leads to the page", async () => {
  const page = await openPage(testServer, { path: "/settings" });
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  await page.keyboard.press("Tab");
  const link = page.getByRole("link", { name: "Skip to the content" });
  expect((await link.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
});
