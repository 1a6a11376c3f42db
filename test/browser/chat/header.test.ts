import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { openInquiryPage } from "../../harness/browser/inquiry-page.ts";
import { axeOf, tooWide } from "../../harness/browser/page-checks.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();

test("[CHAT-1] the header is one line of 48 px with title, agent and state", { tags: "smoke" }, async () => {
  const { page } = await openInquiryPage(testServer, askOne);
  const header = page.locator(".ask-chat-header");
  await header.getByRole("heading", { level: 1 }).waitFor();
  await header.getByText("Scripted", { exact: true }).waitFor();
  await header.getByText("Needs you", { exact: true }).waitFor();
  expect((await header.boundingBox())?.height).toBe(48);
  expect(await header.getByText("token").count()).toBe(0);
});

test("[WEB-3] runs and token use are in a panel at the side, which takes the focus and returns it", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "Hello." }]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  const button = page.getByRole("button", { name: "Details" });
  await button.click();
  const panel = page.getByRole("complementary", { name: "Details" });
  await panel.getByRole("list", { name: "Runs" }).getByText("1 step").waitFor();
  await expect.poll(() => panel.locator(":focus").textContent()).toBe("Details");
  expect(await axeOf(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  await expect.poll(() => button.evaluate((node) => node === document.activeElement)).toBe(true);
});

test("[WEB-47] [S2-40] each run lists what it asked, with answer and state, and a resumed run not what the one before asked", {
  tags: "smoke",
}, async () => {
  const options = [{ label: "Yes" }, { label: "No" }];
  const ask = (question: string) => [{ name: "AskUserQuestion", input: { questions: [{ question, options }] } }];
  const conversation = await testServer.startConversation("sessioner", [
    { calls: ask("Which Mercury?") },
    { calls: ask("Really?") },
    { text: "Thank you." },
  ]);
  const first = await conversation.waitForInquiry();
  await testServer.api.post(`/v1/inquiries/${first.id}/answer`, { answers: [{ question: "q1", text: "The planet" }] });
  await conversation.waitForInquiry(2);
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await page.getByRole("button", { name: "Details" }).click();
  const runs = page.getByRole("list", { name: "Runs" }).locator(".ask-run");
  await expect.poll(() => runs.count()).toBe(2);
  const asked = (index: number) => runs.nth(index).locator(".ask-run-asked p").allTextContents();
  await expect.poll(() => asked(0)).toEqual(["Which Mercury?", "The planet", expect.stringMatching(/^You answered/)]);
  expect(await asked(1)).toEqual(["Really?", "waiting for an answer"]);
  await testServer.api.post(`/v1/conversations/${conversation.id}/messages`, { text: "Yes, really" });
  await expect.poll(() => asked(1)).toEqual(["Really?", "Yes, really", "Answered by your message"]);
  await expect.poll(() => runs.count()).toBe(3);
  expect(await asked(2)).toEqual([]);
  expect(await runs.nth(2).getByText("question").count()).toBe(0);
});

test("[CHAT-1] on a phone the details are a dialog", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "Hello." }]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, {
    path: `/c/${conversation.id}`,
    width: 390,
    height: 844,
    hasTouch: true,
  });
  await page.getByRole("button", { name: "Details" }).click();
  const dialog = page.getByRole("dialog", { name: "Details" });
  await dialog.getByRole("list", { name: "Runs" }).getByText("1 step").waitFor();
  expect(await tooWide(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
});

test("[KEYS-7] the menu takes the focus each time that it opens, and returns it", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "Hello." }]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  const button = page.getByRole("button", { name: "More about this conversation" });
  const first = page.getByRole("menuitem").first();
  for (const open of [
    () => button.press("Enter"),
    () => button.press("Enter"),
    () => button.click(),
    () => button.click(),
  ]) {
    await open();
    await expect.poll(() => first.evaluate((item) => item === document.activeElement)).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("menu").count()).toBe(0);
    await expect.poll(() => button.evaluate((node) => node === document.activeElement)).toBe(true);
  }
  const title = page.getByRole("textbox", { name: "Title of the conversation" });
  for (const name of ["Rename", "Rename"]) {
    await button.press("Enter");
    await page.getByRole("menuitem", { name }).click();
    // The field takes the focus a frame after it is shown, and only then is Escape its key.
    await expect.poll(() => title.evaluate((node) => node === document.activeElement)).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => button.evaluate((node) => node === document.activeElement)).toBe(true);
  }
});
