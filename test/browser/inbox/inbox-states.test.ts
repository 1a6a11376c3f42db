import { beforeEach, expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { emptyInbox, openInquiry, rowOf } from "../../harness/browser/inbox.ts";
import { axeOf } from "../../harness/browser/page-checks.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
beforeEach(() => emptyInbox(testServer));
const list = /\/v1\/inquiries\?/;

test("[INBOX-12] an empty view says so, and what it will show", async () => {
  const words = {
    "needs-you": ["Nothing needs you.", "New questions appear here by themselves."],
    snoozed: ["Nothing is snoozed.", "What you put off waits here until its time."],
    done: ["Nothing is done yet.", "Settled questions are kept here with their answers."],
  };
  for (const [view, said] of Object.entries(words)) {
    const page = await openPage(testServer, { path: `/inbox/${view}` });
    for (const text of said) await page.getByText(text).waitFor();
    expect(await axeOf(page), view).toEqual([]);
  }
});

test("[INBOX-12] an empty inbox says when the next snoozed question is back", async () => {
  const { inquiryId } = await openInquiry(testServer, "Tea or coffee?");
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await testServer.api.post(`/v1/inquiries/${inquiryId}/snooze`, { until });
  const page = await openPage(testServer, { path: "/inbox" });
  await page.getByText(/The next snoozed question is back .*\d:\d\d/).waitFor();
});

test("[INBOX-12] a list that is slow to load says so", async () => {
  await openInquiry(testServer, "Tea or coffee?");
  const page = await openPage(testServer, { path: "/settings" });
  const coming = Promise.withResolvers<void>();
  await page.route(list, async (route) => {
    await coming.promise;
    await route.continue();
  });
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Inbox" }).click();
  await page.getByRole("status").getByText("Loading the inbox…").waitFor();
  expect(await axeOf(page)).toEqual([]);
  coming.resolve();
  await rowOf(page, "Tea or coffee?").waitFor();
  await page.getByText("Loading the inbox…").waitFor({ state: "detached" });
});

test("[INBOX-12] a list that cannot be read says why, and is there after a retry", async () => {
  await openInquiry(testServer, "Tea or coffee?");
  const page = await openPage(testServer, { path: "/settings", expected: [/status of 500/] });
  await page.route(list, (route) => route.fulfill({ status: 500, body: "" }));
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Inbox" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "The inbox could not be read" });
  await alert.waitFor();
  expect(await axeOf(page)).toEqual([]);
  // The list can be read only after the click, so that no other refetch comes first.
  await alert.getByRole("button", { name: "Retry" }).click();
  await page.unroute(list);
  await rowOf(page, "Tea or coffee?").waitFor();
  await alert.waitFor({ state: "detached" });
});

test("[STREAM-2] an open inquiry appears together with the messages before it, and does not move", async () => {
  await openInquiry(testServer, "Tea or coffee?");
  const page = await openPage(testServer, { path: "/inbox" });
  const coming = Promise.withResolvers<void>();
  await page.route(/\/transcript\?/, async (route) => {
    await coming.promise;
    await route.continue();
  });
  await page.evaluate(() => {
    const check = () => {
      const isAlone = document.querySelector("[data-inquiry]") && !document.querySelector(".ask-inbox-thread");
      if (isAlone) document.body.dataset.alone = "yes";
    };
    new MutationObserver(check).observe(document.body, { childList: true, subtree: true });
  });
  const read = page.waitForResponse(/\/v1\/inquiries\/inq_[^/]*$/);
  await rowOf(page, "Tea or coffee?").click();
  await read;
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  coming.resolve();
  await page.getByRole("radio", { name: "Tea" }).waitFor();
  expect(await page.getByRole("region", { name: "Last messages" }).count()).toBe(1);
  expect(await page.evaluate(() => document.body.dataset.alone)).toBe(undefined);
});

test("[INBOX-12] an inquiry that is not there says so", async () => {
  const page = await openPage(testServer, { path: "/inbox/needs-you/inq_missing", expected: [/status of 404/] });
  await page.getByText("This question is no longer there.").waitFor();
  expect(await axeOf(page)).toEqual([]);
});
