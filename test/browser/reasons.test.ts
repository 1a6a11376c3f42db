import { expect, test } from "vitest";
import { cardOn, openAsked } from "../support/asked-page.ts";
import { askOne } from "../support/asks.ts";
import { openPage } from "../support/browser.ts";
import { waiting } from "../support/inbox.ts";
import { keptIn } from "../support/kept.ts";
import { openStage } from "../support/stage.ts";
import { lookedAt } from "../support/tap.ts";

const stage = await openStage();
const answers = [{ question: "q1", options: ["o1"] }];

test("[C-15] the reason of a decline survives Cancel and a reload, is sent, and is not there afterwards", async () => {
  const { page, card, path } = await openAsked(stage, askOne);
  const decline = card.getByRole("button", { name: "Decline…" });
  const field = card.getByRole("textbox", { name: "Reason" });
  await decline.click();
  await field.fill("Because of many words");
  await card.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => keptIn(page)).toContain("Because of many words");
  await page.reload();
  await decline.click();
  await expect.poll(() => field.inputValue()).toBe("Because of many words");
  await lookedAt(card);
  await card.getByRole("button", { name: "Decline", exact: true }).click();
  await expect
    .poll(async () => (await stage.api.get(path)).body.resolution)
    .toMatchObject({
      type: "declined",
      comment: "Because of many words",
    });
  await expect.poll(() => keptIn(page)).not.toContain("many words");
  expect(await card.locator(".ask-recovered").count()).toBe(0);
});

test("[D-6] a reason that came too late is offered with the rest of what was written", async () => {
  const { page, card, path } = await openAsked(stage, askOne, { as: "colleague" });
  await card.getByRole("button", { name: "Decline…" }).click();
  const field = card.getByRole("textbox", { name: "Reason" });
  await field.fill("Because of many words");
  await stage.api.post(`${path}/answer`, { answers });
  await expect.poll(() => card.getAttribute("data-state")).toBe("answered");
  expect(await field.inputValue()).toBe("Because of many words");
  await page.getByRole("textbox", { name: "Message", exact: true }).focus();
  const recovered = card.locator(".ask-recovered");
  await recovered.getByText("Because of many words").waitFor();
  await recovered.getByRole("button", { name: "Discard" }).click();
  await recovered.waitFor({ state: "detached" });
});

test("[C-15] in the inbox neither Escape nor a refusal loses the reason, and the card shows the same", async () => {
  const { inquiryId } = await waiting(stage, "Tea or coffee?");
  const page = await openPage(stage, { path: `/inbox/needs-you/${inquiryId}`, expected: [/500/] });
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
  await page.route("**/decline", (route) => route.fulfill({ status: 500, json: { title: "No luck" } }));
  await dialog.getByRole("button", { name: "Decline" }).click();
  await dialog.getByRole("alert").waitFor();
  expect(await field.inputValue()).toBe("A long reason");
  await page.unroute("**/decline");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await card.getByRole("button", { name: "Decline…" }).click();
  expect(await card.getByRole("textbox", { name: "Reason" }).inputValue()).toBe("A long reason");
});

test("[D-6] the form of the inbox stays when the question is answered elsewhere, and the words are kept below", async () => {
  const { inquiryId } = await waiting(stage, "Tea or coffee?");
  const page = await openPage(stage, { path: `/inbox/needs-you/${inquiryId}`, as: "colleague" });
  await cardOn(page).getByRole("heading").first().waitFor();
  await page.locator(".ask-inbox-detail h2").first().focus();
  await page.keyboard.press("e");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("A long reason");
  await stage.api.post(`/v1/inquiries/${inquiryId}/answer`, { answers });
  await page.locator(".ask-recovered").getByText("A long reason").waitFor();
  expect(await dialog.getByRole("textbox").inputValue()).toBe("A long reason");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.locator(".ask-recovered").getByText("A long reason").waitFor();
});
