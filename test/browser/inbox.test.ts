import { beforeEach, expect, test } from "vitest";
import { askTwo } from "../support/asks.ts";
import { openPage } from "../support/browser.ts";
import { halfAnswered } from "../support/drafts.ts";
import { emptyInbox, questionsIn, rowOf, rowsOf, waiting } from "../support/inbox.ts";
import { axeOf } from "../support/page-checks.ts";
import { openStage } from "../support/stage.ts";

const stage = await openStage();
beforeEach(() => emptyInbox(stage));

test("[I-1] each view and each inquiry has an address, which a reload and the way back keep", async () => {
  const { inquiryId } = await waiting(stage, "Tea or coffee?");
  const page = await openPage(stage, { path: "/inbox" });
  await rowOf(page, "Tea or coffee?").click();
  await page.waitForURL(`**/inbox/needs-you/${inquiryId}`);
  await page.reload();
  await page.getByRole("radio", { name: "Coffee" }).waitFor();
  const views = page.getByRole("navigation", { name: "Views" });
  await views.getByRole("link", { name: "Done" }).click();
  await page.waitForURL("**/inbox/done");
  await page.getByRole("heading", { name: "Done" }).waitFor();
  await views.getByRole("link", { name: "Snoozed" }).click();
  await page.waitForURL("**/inbox/snoozed");
  await page.goBack();
  await page.goBack();
  await page.getByRole("radio", { name: "Coffee" }).waitFor();
});

test("[I-1] what is done can be narrowed to one outcome, which has an address too", async () => {
  const [declined, answered] = [await waiting(stage, "Shall I?"), await waiting(stage, "Which one?")];
  await stage.api.post(`/v1/inquiries/${declined.inquiryId}/decline`, {});
  const answers = [{ question: "q1", options: ["o1"] }];
  await stage.api.post(`/v1/inquiries/${answered.inquiryId}/answer`, { answers });
  const page = await openPage(stage, { path: "/inbox/done" });
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  await page.getByRole("combobox", { name: "Outcome" }).selectOption("Declined");
  await rowOf(page, "Which one?").waitFor({ state: "detached" });
  await page.reload();
  await rowOf(page, "Shall I?").getByText("You declined to answer").waitFor();
  expect(await questionsIn(page)).toEqual(["Shall I?"]);
  expect(await axeOf(page)).toEqual([]);
  await rowOf(page, "Shall I?").click();
  await page.waitForURL(`**/inbox/done/${declined.inquiryId}*`);
  expect(await questionsIn(page)).toEqual(["Shall I?"]);
  await page.goBack();
  await page.goBack();
  await rowOf(page, "Which one?").waitFor();
});

test("[I-2] what expires soon comes first, then approvals, then what has waited longest", async () => {
  await waiting(stage, "The oldest?");
  await waiting(stage, "The next?");
  const approval = await stage.play("careful", [{ calls: [{ name: "note", input: { line: "milk" } }] }]);
  await approval.asked();
  await waiting(stage, "The urgent?", { agent: "timed" });
  const page = await openPage(stage, { path: "/inbox" });
  await expect.poll(() => rowsOf(page).count()).toBe(4);
  const [urgent, allowed, ...rest] = await questionsIn(page);
  expect([urgent, ...rest]).toEqual(["The urgent?", "The oldest?", "The next?"]);
  expect(allowed).toContain("note");
});

test("[I-3] a row shows who asks what where, since when, until when, and that there is a draft", async () => {
  const { inquiryId } = await waiting(stage, "Tea or coffee?", { agent: "timed", title: "Breakfast" });
  await stage.api.put(`/v1/inquiries/${inquiryId}/draft`, { draft: halfAnswered, device: "A phone" });
  const page = await openPage(stage, { path: "/inbox" });
  const row = rowOf(page, "Tea or coffee?");
  for (const words of ["timed", "Breakfast", "just now", /\d+m left/, "Draft"])
    await row.getByText(words).first().waitFor();
  await row.getByRole("img", { name: "Unread" }).waitFor();
  expect(await row.getAttribute("aria-label")).toBe("timed asks: Tea or coffee?");
  expect(await axeOf(page)).toEqual([]);
  await row.click();
  await row.getByRole("img", { name: "Unread" }).waitFor({ state: "detached" });
  expect(await axeOf(page)).toEqual([]);
});

test("[I-4] a quick answer is held and can be undone by its button and by a key; then it reaches the agent", async () => {
  const { scene } = await waiting(stage, "Tea or coffee?");
  const page = await openPage(stage, { path: "/inbox" });
  const row = rowOf(page, "Tea or coffee?");
  const notices = page.getByRole("region", { name: "Notices" });
  const button = row.getByRole("button", { name: "Coffee" });
  const tap = async () => {
    // A row is deaf to the pointer in the moment in which it appears.
    await expect
      .poll(async () => {
        await button.click({ timeout: 1_000 }).catch(() => {});
        return notices.getByText("Sent ‘Coffee’ to puppet.").count();
      })
      .toBe(1);
  };
  await tap();
  await notices.getByRole("button", { name: /Undo/ }).click();
  await button.waitFor();
  await tap();
  await page.keyboard.press("z");
  await button.waitFor();
  expect((await stage.api.get(`/v1/conversations/${scene.id}`)).body.status).toBe("parked");
  await tap();
  expect(await axeOf(page)).toEqual([]);
  await scene.reached("idle");
  expect(scene.told()).toMatchObject([{ text: expect.stringContaining("Coffee") }]);
});

test("[I-4] what one tap may not answer has no quick answers", async () => {
  const several = await stage.play("puppet", [{ calls: [askTwo] }]);
  const approval = await stage.play("careful", [{ calls: [{ name: "note", input: { line: "milk" } }] }]);
  await Promise.all([several.asked(), approval.asked()]);
  await waiting(stage, "Which of four?", { options: ["One", "Two", "Three", "Four"] });
  const page = await openPage(stage, { path: "/inbox" });
  await expect.poll(() => rowsOf(page).getByRole("button").allTextContents()).toEqual(Array(3).fill("Answer…"));
});
