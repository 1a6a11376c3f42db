import type { Locator, Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { openContext, openPage, type PageOptions } from "../../harness/browser/browser.ts";
import { emptyInbox, openInquiry, questionsIn } from "../../harness/browser/inbox.ts";
import { layoutShifts } from "../../harness/browser/page-checks.ts";
import { signInLink } from "../../harness/browser/sign-in.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const screens = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
];

beforeEach(() => emptyInbox(testServer));

interface HeldPage {
  readonly page: Page;
  /** What is shown before the scripts of the app have come. */
  readonly first: Locator;
  /** Lets the scripts come, and waits until the app shows the page. */
  release(): Promise<void>;
}

/** A page of the app whose scripts do not come before they are released. */
async function openHeld(path: string, options: PageOptions = {}): Promise<HeldPage> {
  const context = await openContext(options);
  await context.request.post(await signInLink(testServer.server));
  const page = await context.newPage();
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/(?!first-paint)/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(testServer.server.url + path, { waitUntil: "commit" });
  const first = page.locator("#first-content");
  // Before the document is parsed the element would count as gone already.
  await first.waitFor({ state: "attached" });
  return {
    page,
    first,
    async release() {
      held.resolve();
      await first.waitFor({ state: "detached" });
      await page.getByRole("main").waitFor();
    },
  };
}

/** The middle of an element, from the top of the page. */
async function middleOf(locator: Locator): Promise<number | undefined> {
  const box = await locator.boundingBox();
  return box ? box.y + box.height / 2 : undefined;
}

test.for(screens)(
  "[LOOK-23] at $width px a question and its options can be read before the app runs, where the app has them",
  async (size) => {
    const options = ["Tea", "<b>Coffee</b>"];
    const { conversation } = await openInquiry(testServer, "Tea or **coffee**?", { options, title: "The kitchen" });
    const { page, first, release } = await openHeld(`/c/${conversation.id}`, size);
    await first.getByText("Tea or coffee?").waitFor();
    expect(await first.locator(".first-label").allTextContents()).toEqual(options);
    const title = await middleOf(first.getByText("The kitchen"));
    await release();
    await page.getByRole("radio", { name: "Tea" }).waitFor();
    expect(await middleOf(page.getByRole("heading", { level: 1, name: "The kitchen" }))).toBe(title);
    expect(await layoutShifts(page)).toEqual([]);
  },
);

test.for(screens)("[LOOK-23] at $width px the inbox shows its questions before the app runs", async (size) => {
  for (const question of ["First?", "Second?", "Third?"]) await openInquiry(testServer, question);
  const gated = await testServer.startConversation("careful", [{ calls: [{ name: "note", input: { line: "milk" } }] }]);
  await gated.waitForInquiry();
  const { page, first, release } = await openHeld("/inbox", size);
  const rows = first.locator(".first-row");
  await rows.first().waitFor();
  const painted = await rows.allTextContents();
  const middle = await middleOf(rows.first());
  await release();
  await page.getByRole("grid").waitFor();
  const shown = await questionsIn(page);
  // The title of the approval comes in the reader's language, with the app.
  expect(painted).toEqual(["", ...shown.slice(1)]);
  expect(shown.slice(1)).toEqual(["First?", "Second?", "Third?"]);
  expect(await middleOf(page.getByRole("row").first())).toBe(middle);
});

test("[LOOK-23] the start page has its heading in the reader's language before the app runs", async () => {
  for (const language of ["en", "de", "es", "fr", "ja", "zh-CN", "ar"]) {
    const { page, first, release } = await openHeld("/", { language });
    const heading = first.locator(".first-title");
    await heading.waitFor();
    const painted = { text: await heading.textContent(), middle: await middleOf(heading) };
    await release();
    const shown = page.getByRole("heading", { level: 1 });
    expect({ text: await shown.textContent(), middle: await middleOf(shown) }).toEqual(painted);
    await page.context().close();
  }
});

test("[LOOK-23] who is not signed in, or opens what does not exist, sees nothing of it", async () => {
  const { conversation } = await openInquiry(testServer, "Tea or coffee?");
  const stranger = await openPage(testServer, {
    as: "nobody",
    path: `/c/${conversation.id}`,
    expected: [/status of 401/],
  });
  await stranger.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await stranger.locator("#first-content > *").count()).toBe(0);
  const { first, release } = await openHeld("/c/conv_nowhere");
  expect(await first.locator("> *").count()).toBe(0);
  await release();
});
