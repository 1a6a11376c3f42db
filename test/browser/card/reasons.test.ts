import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { openInquiry } from "../../harness/browser/inbox.ts";
import { cardOn, isFocused, openInquiryPage } from "../../harness/browser/inquiry-page.ts";
import { chooseMore } from "../../harness/browser/more-menu.ts";
import { waitUntilDeliberate } from "../../harness/browser/pointer.ts";
import { readStoredEntries } from "../../harness/browser/stored-entries.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const answers = [{ question: "q1", options: ["o1"] }];

test("[CARD-15] the reason of a decline survives Cancel and a reload, is sent, and is removed afterwards", async () => {
  const { page, card, path } = await openInquiryPage(testServer, askOne);
  const field = card.getByRole("textbox", { name: "Reason" });
  await chooseMore(card, "Decline…");
  await field.fill("Because of many words");
  await card.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => readStoredEntries(page)).toContain("Because of many words");
  await page.reload();
  await chooseMore(card, "Decline…");
  await expect.poll(() => field.inputValue()).toBe("Because of many words");
  await waitUntilDeliberate(card);
  await card.getByRole("button", { name: "Decline", exact: true }).click();
  await expect
    .poll(async () => (await testServer.api.get(path)).body.resolution)
    .toMatchObject({
      type: "declined",
      comment: "Because of many words",
    });
  await expect.poll(() => readStoredEntries(page)).not.toContain("many words");
  expect(await card.locator(".ask-recovered").count()).toBe(0);
});

test.each(["Decline…", "Reply in chat…"])("[CARD-15] %s gives the focus to Cancel, which is in view", async (item) => {
  const { inquiryId } = await openInquiry(testServer, "Tea or coffee?");
  const page = await openPage(testServer, { path: `/inbox/needs-you/${inquiryId}`, width: 1280, height: 340 });
  const card = cardOn(page);
  const cancel = card.getByRole("button", { name: "Cancel" });
  await chooseMore(card, item);
  await expect.poll(() => isFocused(cancel)).toBe(true);
  expect(await cancel.evaluate((node) => node.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  await cancel.press("Enter");
  const more = card.getByRole("button", { name: "More", exact: true });
  await expect.poll(() => isFocused(more)).toBe(true);
  await more.press("Enter");
  await page.getByRole("menuitem", { name: item }).press("Enter");
  await expect.poll(() => isFocused(cancel)).toBe(true);
});

test("[DRAFT-6] a reason that came too late is offered with the rest of what was written", async () => {
  const { page, card, path } = await openInquiryPage(testServer, askOne, { as: "colleague" });
  await chooseMore(card, "Decline…");
  const field = card.getByRole("textbox", { name: "Reason" });
  await field.fill("Because of many words");
  await testServer.api.post(`${path}/answer`, { answers });
  await expect.poll(() => card.getAttribute("data-state")).toBe("answered");
  expect(await field.inputValue()).toBe("Because of many words");
  await page.getByRole("textbox", { name: "Message", exact: true }).focus();
  const recovered = card.locator(".ask-recovered");
  await recovered.getByText("Because of many words").waitFor();
  await recovered.getByRole("button", { name: "Discard" }).click();
  await recovered.waitFor({ state: "detached" });
});

test("[CARD-15] in the inbox neither Escape nor a refusal loses the reason, and the card shows the same", async () => {
  const { inquiryId } = await openInquiry(testServer, "Tea or coffee?");
  const page = await openPage(testServer, { path: `/inbox/needs-you/${inquiryId}`, expected: [/403/] });
  const card = cardOn(page);
  await card.getByRole("heading").first().waitFor();
  const dialog = page.getByRole("dialog");
  const field = dialog.getByRole("textbox");
  const open = async () => {
    await page.locator(".ask-inbox-detail h2").first().focus();
    await page.keyboard.press("e");
    await dialog.waitFor();
  };
  await open();
  await field.fill("A long reason");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await open();
  expect(await field.inputValue()).toBe("A long reason");
  await page.route("**/decline", (route) => route.fulfill({ status: 403, json: { title: "No luck" } }));
  await dialog.getByRole("button", { name: "Decline" }).click();
  await dialog.getByRole("alert").waitFor();
  expect(await field.inputValue()).toBe("A long reason");
  await page.unroute("**/decline");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await chooseMore(card, "Decline…");
  expect(await card.getByRole("textbox", { name: "Reason" }).inputValue()).toBe("A long reason");
});

test("[DRAFT-6] the form of the inbox stays when the question is answered elsewhere, and the text is kept below", async () => {
  const { inquiryId } = await openInquiry(testServer, "Tea or coffee?");
  const page = await openPage(testServer, { path: `/inbox/needs-you/${inquiryId}`, as: "colleague" });
  await cardOn(page).getByRole("heading").first().waitFor();
  await page.locator(".ask-inbox-detail h2").first().focus();
  await page.keyboard.press("e");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("A long reason");
  await testServer.api.post(`/v1/inquiries/${inquiryId}/answer`, { answers });
  await page.locator(".ask-recovered").getByText("A long reason").waitFor();
  expect(await dialog.getByRole("textbox").inputValue()).toBe("A long reason");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.locator(".ask-recovered").getByText("A long reason").waitFor();
});
