import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { openInquiry } from "../../harness/browser/inbox.ts";
import { axeOf, tooWide } from "../../harness/browser/page-checks.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();

/** A conversation whose transcript is longer than a window. */
async function longConversation(): Promise<string> {
  const lines = Array.from({ length: 40 }, (_, number) => `- Line ${number + 1}.`).join("\n");
  const conversation = await testServer.startConversation("scripted", [{ text: lines }]);
  await conversation.waitForStatus("idle");
  return conversation.id;
}

test.for([
  { name: "at 400 %", width: 320, height: 256 },
  { name: "on a phone on its side", width: 844, height: 390 },
])("[LOOK-8] $name the page itself scrolls, and no bar stays in view", async ({ width, height }) => {
  const id = await longConversation();
  const page = await openPage(testServer, { path: `/c/${id}`, width, height });
  await page.getByText("Line 40.", { exact: true }).waitFor();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
  const shown = await page.evaluate(() => {
    const { scrollHeight } = document.documentElement;
    // What is in view in the middle of the page, at the top, in the middle and at the bottom of the window.
    const places = [4, innerHeight / 2, innerHeight - 4];
    const isText = places.map((y) => document.elementFromPoint(innerWidth / 2, y)?.closest(".ask-chat-flow") !== null);
    return { isText, hasPages: scrollHeight > 3 * innerHeight };
  });
  expect(shown).toEqual({ isText: [true, true, true], hasPages: true });
  expect(await tooWide(page)).toEqual([]);
  expect(await axeOf(page)).toEqual([]);
});

test("[LOOK-8] in a low window every page is reached to its end by scrolling, and the drawer works", async () => {
  await openInquiry(testServer, "Tea or coffee?");
  for (const path of ["/", "/inbox", "/settings"]) {
    const page = await openPage(testServer, { path, width: 320, height: 256 });
    await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
    expect(await tooWide(page), path).toEqual([]);
    expect(await axeOf(page), path).toEqual([]);
  }
  const page = await openPage(testServer, { path: "/settings", width: 320, height: 256 });
  await page.getByRole("button", { name: /^Conversations/ }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Inbox" }).click();
  await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
});

test("[LOOK-9] a print of a conversation has all of it, and neither sidebar nor bars nor composer", async () => {
  const id = await longConversation();
  const page = await openPage(testServer, { path: `/c/${id}` });
  await page.getByText("Line 40.", { exact: true }).waitFor();
  await page.emulateMedia({ media: "print" });
  const print = await page.evaluate(() => {
    const isCut = (element: Element): boolean => {
      for (let box = element.parentElement; box; box = box.parentElement)
        if (getComputedStyle(box).overflowY !== "visible" && box.scrollHeight > box.clientHeight + 1) return true;
      return false;
    };
    const lines = [...document.querySelectorAll("main li")].filter(({ textContent }) =>
      /^Line \d+\.$/.test(textContent),
    );
    const isShown = (selector: string) => document.querySelector(selector)?.checkVisibility() ?? false;
    return {
      lines: lines.filter((line) => line.checkVisibility() && !isCut(line)).length,
      side: isShown("nav"),
      composer: isShown(".ask-composer-field"),
      title: isShown("h1"),
    };
  });
  expect(print).toEqual({ lines: 40, side: false, composer: false, title: true });
});

test("[LOOK-10] the terminal theme has enough contrast on every page", async () => {
  const { conversation, inquiryId } = await openInquiry(testServer, "Tea or coffee?");
  const page = await openPage(testServer, { path: "/settings" });
  await page.getByLabel("Theme").selectOption("Terminal");
  for (const path of ["/settings", "/", `/c/${conversation.id}`, `/inbox/needs-you/${inquiryId}`, "/c/"]) {
    await page.goto(testServer.server.url + path);
    await page.locator("html[data-theme=terminal]").waitFor();
    await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
    await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
    expect(await axeOf(page), path).toEqual([]);
  }
});

test("[LOOK-1] under forced colours the sidebar shows the current conversation and what waits", async () => {
  const { conversation } = await openInquiry(testServer, "Tea or coffee?");
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await page.emulateMedia({ forcedColors: "active" });
  const row = page.locator(".app-conversation[aria-current]");
  await row.waitFor();
  expect(await row.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe("solid");
  const dot = row.locator(".app-dot");
  const [dotColour, ground] = [
    await dot.evaluate((element) => getComputedStyle(element).backgroundColor),
    await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
  ];
  expect(dotColour).not.toBe(ground);
});
