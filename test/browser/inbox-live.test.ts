import { beforeEach, expect, test } from "vitest";
import { openPage } from "../support/browser.ts";
import { emptyInbox, questionsIn, rowOf, rowsOf, waiting } from "../support/inbox.ts";
import { axeOf } from "../support/page-checks.ts";
import { pick } from "../support/pick.ts";
import { openStage } from "../support/stage.ts";

declare global {
  /** The numbers that were put on the app's icon, as they came. */
  var badges: number[];
}

const stage = await openStage();
beforeEach(() => emptyInbox(stage));
const answers = [{ question: "q1", options: ["o1"] }];

test("[I-5] while somebody is in the list new rows wait behind a pill, until a click or a key inserts them", async () => {
  await waiting(stage, "The first?");
  const page = await openPage(stage, { path: "/inbox" });
  await rowOf(page, "The first?").focus();
  await waiting(stage, "The second?");
  const pill = page.getByRole("button", { name: "Show 1 new question" });
  await pill.waitFor();
  expect(await questionsIn(page)).toEqual(["The first?"]);
  await pill.click();
  await expect.poll(() => questionsIn(page)).toEqual(["The first?", "The second?"]);
  await rowOf(page, "The first?").focus();
  await waiting(stage, "The third?");
  await pill.waitFor();
  expect(await axeOf(page)).toEqual([]);
  await page.keyboard.press(".");
  await rowOf(page, "The third?").waitFor();
  expect(await rowOf(page, "The first?").evaluate((row) => row === document.activeElement)).toBe(true);
});

test("[I-5] while nobody is in the list a new row comes by itself", async () => {
  await waiting(stage, "The first?");
  const page = await openPage(stage, { path: "/inbox" });
  await rowOf(page, "The first?").waitFor();
  await waiting(stage, "The second?");
  await rowOf(page, "The second?").waitFor();
});

test("[I-11] a row that is settled elsewhere shows its receipt, leaves, and the focus goes to the next", async () => {
  const first = await waiting(stage, "The first?");
  await waiting(stage, "The second?");
  await waiting(stage, "The third?");
  const page = await openPage(stage, { path: "/inbox" });
  await rowOf(page, "The first?").focus();
  await stage.api.post(`/v1/inquiries/${first.inquiryId}/answer`, { answers });
  await rowOf(page, "The first?").getByText("You answered").waitFor();
  await rowOf(page, "The first?").waitFor({ state: "detached" });
  await expect.poll(() => rowOf(page, "The second?").evaluate((row) => row === document.activeElement)).toBe(true);
});

test("[I-6] one number is in the navigation, the views, the title and on the icon, and is another after an answer elsewhere", async () => {
  const [first] = [await waiting(stage, "The first?"), await waiting(stage, "The second?")];
  const page = await openPage(stage, { path: "/inbox" });
  await page.addInitScript(() => {
    globalThis.badges = [];
    Object.defineProperty(navigator, "setAppBadge", { value: async (count: number) => void badges.push(count) });
  });
  await page.reload();
  const numbers = async () => ({
    navigation: await page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("link", { name: "Inbox" })
      .textContent(),
    view: await page.getByRole("link", { name: "Needs you" }).textContent(),
    title: await page.title(),
    badge: await page.evaluate(() => badges.at(-1)),
  });
  const all = (count: number) => ({
    navigation: `Inbox${count}`,
    view: `Needs you${count}`,
    title: `(${count}) Askback`,
    badge: count,
  });
  await expect.poll(numbers).toEqual(all(2));
  const other = await openPage(stage, { path: `/c/${first.scene.id}`, as: "colleague" });
  await pick(other.locator("section[data-inquiry]"), "Tea");
  await other.getByRole("log").getByRole("button", { name: "Send" }).click();
  await expect.poll(numbers).toEqual(all(1));
});

test("[I-6] the number changes within a second of an answer", async () => {
  const asked = [await waiting(stage, "One?"), await waiting(stage, "Two?"), await waiting(stage, "Three?")];
  const page = await openPage(stage, { path: "/settings" });
  await expect.poll(() => page.title()).toBe("(3) Askback");
  const times: number[] = [];
  for (const [index, { inquiryId }] of asked.entries()) {
    await stage.api.post(`/v1/inquiries/${inquiryId}/answer`, { answers });
    const began = Date.now();
    const title = index === 2 ? "Askback" : `(${2 - index}) Askback`;
    await page.waitForFunction((expected) => document.title === expected, title);
    times.push(Date.now() - began);
  }
  // The best of them, since others may use the machine too.
  expect(Math.min(...times)).toBeLessThan(1_000);
});

test("[I-7] a row is snoozed from its menu, waits in a view of its own, and can be brought back", async () => {
  const { inquiryId, scene } = await waiting(stage, "Tea or coffee?");
  const page = await openPage(stage, { path: `/inbox/needs-you/${inquiryId}` });
  await page.getByRole("button", { name: "Snooze" }).click();
  expect(await axeOf(page)).toEqual([]);
  await page.getByRole("menuitem", { name: /2 hours/ }).click();
  await page.getByText("Nothing needs you.").waitFor();
  expect((await stage.api.get("/v1/inbox/count")).body).toEqual({ open: 0, snoozed: 1 });
  expect((await stage.api.get(`/v1/conversations/${scene.id}`)).body.status).toBe("parked");
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Snoozed" }).click();
  await rowOf(page, "Tea or coffee?")
    .getByText(/back .*\d:\d\d/)
    .waitFor();
  expect(await axeOf(page)).toEqual([]);
  await rowOf(page, "Tea or coffee?").click();
  await page.getByRole("button", { name: "Snooze" }).click();
  await page.getByRole("menuitem", { name: "Bring back now" }).click();
  await page.getByText("Nothing is snoozed.").waitFor();
  expect((await stage.api.get("/v1/inbox/count")).body).toEqual({ open: 1, snoozed: 0 });
});

test("[I-7] a time of one's own must be to come", async () => {
  const { inquiryId } = await waiting(stage, "Tea or coffee?");
  const page = await openPage(stage, { path: `/inbox/needs-you/${inquiryId}` });
  await page.getByRole("button", { name: "Snooze" }).click();
  await page.getByRole("menuitem", { name: "Own time…" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Snooze until").fill("2020-01-01T12:00");
  await form.getByRole("button", { name: "Snooze" }).click();
  await form.getByText("Choose a time that is still to come.").waitFor();
  expect(await axeOf(page)).toEqual([]);
  await form.getByLabel("Snooze until").fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 16));
  await form.getByRole("button", { name: "Snooze" }).click();
  await page.getByText("Nothing needs you.").waitFor();
});

test("[I-7] what was snoozed is back, unread, when its time has come", async () => {
  const { inquiryId } = await waiting(stage, "Tea or coffee?");
  await stage.api.post(`/v1/inquiries/${inquiryId}/see`);
  const page = await openPage(stage, { path: "/settings" });
  await page.clock.install();
  const until = new Date(Date.now() + 2_000).toISOString();
  await stage.api.post(`/v1/inquiries/${inquiryId}/snooze`, { until });
  await page.goto(`${stage.server.url}/inbox/snoozed`);
  await rowOf(page, "Tea or coffee?").waitFor();
  await expect.poll(async () => (await stage.api.get("/v1/inbox/count")).body.open, { timeout: 10_000 }).toBe(1);
  await page.clock.runFor("01:05");
  await page.getByText("Nothing is snoozed.").waitFor();
  await page.getByRole("link", { name: "Needs you" }).click();
  await rowOf(page, "Tea or coffee?").getByRole("img", { name: "Unread" }).waitFor();
  await expect.poll(() => page.title()).toBe("(1) Askback");
  expect(await rowsOf(page).count()).toBe(1);
});
