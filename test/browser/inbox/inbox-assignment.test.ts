import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { openContext, openPage } from "../../harness/browser/browser.ts";
import { emptyInbox, openInquiry, questionsIn, rowOf } from "../../harness/browser/inbox.ts";
import { axeOf } from "../../harness/browser/page-checks.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const { body: ana } = await testServer.api.post("/v1/members", { name: "Ana Silva" });
beforeEach(() => emptyInbox(testServer));

async function openAsAna(path: string): Promise<Page> {
  const { path: link } = (await testServer.api.post("/v1/sign-in-links", { person: ana.id })).body;
  const context = await openContext();
  await context.request.post(new URL(link, testServer.server.url).href);
  const page = await context.newPage();
  await page.goto(new URL(path, testServer.server.url).href);
  return page;
}

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "Assign" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

test("[INBOX-40] somebody takes a question, everybody sees who has it, and it is assigned and released", async () => {
  await openInquiry(testServer, "Tea or coffee?");
  await openInquiry(testServer, "Cake or bread?", { options: ["Cake", "Bread"] });
  const own = await openPage(testServer, { path: "/inbox" });
  const other = await openAsAna("/inbox");
  for (const page of [own, other]) await rowOf(page, "Tea or coffee?").click();
  await choose(other, "Answer it myself");
  const taken = own.getByText("Ana Silva is answering.");
  await taken.waitFor();
  expect(await axeOf(own)).toEqual([]);
  const filter = own.getByRole("combobox", { name: "Who has it" });
  await filter.selectOption({ label: "Waiting on others" });
  await expect.poll(() => questionsIn(own)).toEqual(["Tea or coffee?"]);
  expect(new URL(own.url()).searchParams.get("assigned")).toBe("others");
  await filter.selectOption({ label: "Unassigned" });
  await expect.poll(() => questionsIn(own)).toEqual(["Cake or bread?"]);
  await choose(other, "Release it");
  await taken.waitFor({ state: "detached" });
  await filter.selectOption({ label: "Had by anybody" });
  await expect.poll(async () => (await questionsIn(own)).toSorted()).toEqual(["Cake or bread?", "Tea or coffee?"]);
  await rowOf(own, "Cake or bread?").click();
  await choose(own, "Ana Silva");
  await own.getByText("Assigned to Ana Silva.").waitFor();
  await other.getByRole("combobox", { name: "Who has it" }).selectOption({ label: "Mine" });
  await expect.poll(() => questionsIn(other)).toEqual(["Cake or bread?"]);
});

test("[AUDIENCE-7] the menu offers a question only to people who can answer it", async () => {
  const { body: vic } = await testServer.api.post("/v1/members", { name: "Vic Ruiz", role: "viewer" });
  await openInquiry(testServer, "Tea or coffee?");
  const page = await openPage(testServer, { path: "/inbox" });
  await rowOf(page, "Tea or coffee?").click();
  await page.getByRole("button", { name: "Assign" }).click();
  for (const name of ["Answer it myself", "Ana Silva"])
    await page.getByRole("menuitem", { name, exact: true }).waitFor();
  expect(await page.getByRole("menuitem").count()).toBe(2);
  await testServer.api.delete(`/v1/members/${vic.id}`);
});

test("[INBOX-40] where there is one person nothing of it is shown", async () => {
  const alone = await startTestServer();
  await openInquiry(alone, "Tea or coffee?");
  const page = await openPage(alone, { path: "/inbox" });
  await rowOf(page, "Tea or coffee?").click();
  await page.getByRole("button", { name: "Snooze" }).waitFor();
  expect(await page.getByRole("button", { name: "Assign" }).count()).toBe(0);
  expect(await page.getByRole("combobox", { name: "Who has it" }).count()).toBe(0);
});
