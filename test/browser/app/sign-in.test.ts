import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { axeOf, tooWide } from "../../harness/browser/page-checks.ts";
import { signInByLink, signInLink } from "../../harness/browser/sign-in.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const unauthorized = { expected: [/status of 401/] };
const endedHeading = (page: Page) => page.getByRole("heading", { name: "You are signed out. Your answer is saved." });
const linkField = (page: Page) => page.getByRole("textbox", { name: "Sign-in link" });

async function askedConversation() {
  const conversation = await testServer.startConversation("scripted", [{ calls: [askOne] }, { text: "Enjoy." }]);
  await conversation.waitForInquiry();
  return conversation;
}

test("[WEB-32] a session that ends while somebody answers keeps answer and page", async () => {
  const conversation = await askedConversation();
  const page = await openPage(testServer, { path: `/c/${conversation.id}`, ...unauthorized });
  await page.getByRole("textbox", { name: "Something else" }).fill("Mint tea");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Submit answer", exact: true }).first().click();
  await endedHeading(page).and(page.locator(":focus")).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/c/${conversation.id}`);
  expect(await axeOf(page)).toEqual([]);
  await linkField(page).fill(await signInLink(testServer.server));
  await linkField(page).press("Enter");
  await page.waitForURL(`**/c/${conversation.id}`);
  await conversation.waitForStatus("idle");
  await page.getByText("Mint tea").first().waitFor();
});

test("[WEB-32] a draft is there after the session ended and the person signed in again", async () => {
  const conversation = await askedConversation();
  const path = `/c/${conversation.id}`;
  const page = await openPage(testServer, { path, ...unauthorized });
  const ownWords = page.getByRole("textbox", { name: "Something else" });
  await ownWords.fill("Mint");
  await page.context().clearCookies();
  await ownWords.fill("Mint tea");
  // The draft is saved on the server after a moment, which refuses it.
  await endedHeading(page).waitFor();
  await page.reload();
  await endedHeading(page).waitFor();
  await signInByLink(page, testServer.server);
  await page.waitForURL(`**${path}`);
  await expect.poll(() => ownWords.inputValue()).toBe("Mint tea");
});

test("[WEB-33] a link that is opened leads to the page that was wanted", async () => {
  const conversation = await askedConversation();
  const path = `/c/${conversation.id}`;
  const page = await openPage(testServer, { as: "nobody", path, ...unauthorized });
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  const other = await page.context().newPage();
  await signInByLink(other, testServer.server);
  await other.waitForURL(`**${path}`);
  await other.getByRole("radio", { name: "Coffee" }).waitFor();
  // The first tab goes on by itself, also where both are in view.
  await page.getByRole("radio", { name: "Coffee" }).waitFor();
  await page.goto(testServer.server.url);
  await page.getByRole("heading", { name: "What should we work on?" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
});

test("[WEB-33] a link that is pasted leads back, and text that is no link is refused", async () => {
  const page = await openPage(testServer, { as: "nobody", path: "/inbox/done?outcome=declined", ...unauthorized });
  await linkField(page).fill("hunter2");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("This is not a sign-in link.").waitFor();
  expect(await linkField(page).getAttribute("aria-invalid")).toBe("true");
  expect(await axeOf(page)).toEqual([]);
  await linkField(page).fill(await signInLink(testServer.server));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/inbox/done?outcome=declined");
  await page.getByRole("link", { name: "Settings" }).first().waitFor();
});

test("[WEB-33] a link that has expired says so and keeps the page", async () => {
  const page = await openPage(testServer, { as: "nobody", path: "/inbox", ...unauthorized });
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.goto(`${testServer.server.url}/sign-in?token=1.x`);
  await page.getByText("This link is no longer valid.").waitFor();
  expect(new URL(page.url()).hash).toBe("");
  await linkField(page).fill(`${testServer.server.url}/sign-in?token=1.y`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/");
  await page.getByText("This link is no longer valid.").waitFor();
  await signInByLink(page, testServer.server);
  await page.waitForURL("**/inbox");
});

test("[SESSION-1] the page of a link has one button, fits at 320 px, and is in the person's language", async () => {
  const page = await openPage(testServer, { as: "nobody", width: 320, ...unauthorized });
  const link = await signInLink(testServer.server);
  await page.goto(link);
  await page.getByText("You sign in as").waitFor();
  expect(await page.getByRole("button").count()).toBe(1);
  expect(await axeOf(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
  const arabic = await openPage(testServer, { as: "nobody", language: "ar", ...unauthorized });
  await arabic.goto(link);
  expect(await arabic.locator("html").getAttribute("dir")).toBe("rtl");
  await page.getByRole("button").click();
  await page.getByRole("link", { name: "Inbox" }).waitFor();
  await page.goto(link);
  await page.waitForURL(`${testServer.server.url}/`);
});

test("[WEB-33] the sign-in page fits at 320 px", async () => {
  const page = await openPage(testServer, { as: "nobody", width: 320, ...unauthorized });
  await linkField(page).waitFor();
  expect(await tooWide(page)).toEqual([]);
});
