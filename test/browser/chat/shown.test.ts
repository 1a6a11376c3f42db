import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { cardOn } from "../../harness/browser/inquiry-page.ts";
import { chooseMore } from "../../harness/browser/more-menu.ts";
import { waitUntilDeliberate } from "../../harness/browser/pointer.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();

test("[STREAM-4] [S4-24] texts for the model only are in no page until a reader asks what the agent received", {
  tags: "smoke",
}, async () => {
  const ask = { name: "AskUserQuestion", input: askOne.input };
  const conversation = await testServer.startConversation("sessioner", [
    { text: "One moment.", calls: [ask] },
    { text: "Thank you." },
  ]);
  const inquiry = await conversation.waitForInquiry();
  await testServer.api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: [{ question: "q1", options: ["o2"] }] });
  await conversation.waitForStatus("idle");
  expect(JSON.stringify(conversation.newMessages())).toContain("<resume-context>");
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await page.getByText("Thank you.", { exact: true }).waitFor();
  const context = page.getByText("<resume-context>");
  expect(await context.isVisible()).toBe(false);
  await page.getByText("What the agent received").click();
  await context.waitFor();
});

test("[TEXT-4] a long context is one line, and all of it on request", async () => {
  const context = `${"A line of *it*.\n\n".repeat(60)}The needle.`;
  const ask = { name: "ask_user_question", input: { ...askOne.input, context } };
  const conversation = await testServer.startConversation("scripted", [{ text: "One moment.", calls: [ask] }]);
  await conversation.waitForInquiry();
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  const line = page.locator(".ask-context-line");
  await line.getByText("A line of it.", { exact: true }).waitFor();
  expect((await line.boundingBox())?.height).toBeLessThanOrEqual(24);
  expect(await page.getByRole("radio", { name: "Tea" }).isVisible()).toBe(true);
  await page.getByRole("button", { name: "Show context" }).click();
  const text = page.locator(".ask-context-text");
  await text.getByText("The needle.").waitFor();
  await text.locator("em").first().waitFor();
});

test("[LOOK-1] a host's variables change what is inside, and its theme wins over the system's", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "One moment.", calls: [askOne] }]);
  await conversation.waitForInquiry();
  const page = await openPage(testServer, { path: `/c/${conversation.id}`, theme: "light" });
  const card = page.locator(".ask-user-question-inline");
  await card.waitFor();
  const ground = () => card.evaluate((element) => getComputedStyle(element).backgroundColor);
  const light = await ground();
  await page.evaluate(() => {
    document.documentElement.dataset.theme = "dark";
  });
  expect(await ground()).not.toBe(light);
  await page.evaluate(() => document.body.style.setProperty("--ask-surface", "rgb(1, 2, 3)"));
  expect(await ground()).toBe("rgb(1, 2, 3)");
});

test("[LOOK-1] [S4-27] the terminal is a theme with its own class names and brackets around buttons", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "One moment.", calls: [askOne] }]);
  await conversation.waitForInquiry();
  const page = await openPage(testServer, { path: "/settings" });
  await page.getByLabel("Theme").selectOption("Terminal");
  await page.goto(`${testServer.server.url}/c/${conversation.id}`);
  const send = page.locator(".ask-user-question-inline:has(.ask-question-card) .ask-submit-button");
  await send.waitFor();
  const around = await send.evaluate((element) =>
    ["::before", "::after"].map((part) => getComputedStyle(element, part).content),
  );
  expect(around).toEqual(['"["', '"]"']);
  // A key picks, once the card has been in view for a while; a click would answer then.
  await waitUntilDeliberate(cardOn(page));
  await page.locator(".ask-option-button", { hasText: "Tea" }).locator("input").press("Space");
  await page.locator(".ask-option-button.selected", { hasText: "Tea" }).waitFor();
  await chooseMore(cardOn(page), "Add a comment");
  await page.locator("textarea.ask-additional-comments-textarea").waitFor();
});
