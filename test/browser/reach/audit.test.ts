import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { openInquiry } from "../../harness/browser/inbox.ts";
import { axeOf, tooWide } from "../../harness/browser/page-checks.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const { api } = testServer;
const answers = [{ question: "q1", options: ["o1"] }];

const tea = await openInquiry(testServer, "Tea?");
await api.post(`/v1/inquiries/${tea.inquiryId}/answer`, { answers });
await tea.conversation.waitForStatus("idle");
const cake = await openInquiry(testServer, "Cake?");
await api.post(`/v1/inquiries/${cake.inquiryId}/decline`, {});
await cake.conversation.waitForStatus("idle");

test("[AUDIT-14] the page lists what happened, filters it, checks the chain, exports it and leads to the question", {
  tags: "smoke",
}, async () => {
  const page = await openPage(testServer, { path: "/insight" });
  await page.getByRole("main").getByRole("link", { name: "Audit" }).click();
  await page.getByRole("heading", { level: 1, name: "Audit" }).waitFor();
  expect(await page.title()).toContain("Audit");
  const rows = page.getByRole("row");
  await expect.poll(() => rows.count()).toBe(7);
  const newest = await rows.nth(1).textContent();
  expect(newest).toContain("Read by the agent");
  await page.getByLabel("What", { exact: true }).selectOption("Ended");
  await expect.poll(() => rows.count()).toBe(3);
  expect(await rows.nth(1).textContent()).toMatch(/EndedDeclined.*owner.*API/);
  await page.getByLabel("Who", { exact: true }).fill("nobody");
  await page.getByText("Nothing like this happened.").waitFor();
  await page.getByLabel("Who", { exact: true }).fill("owner");
  await expect.poll(() => rows.count()).toBe(3);
  await page.getByRole("button", { name: "Check the chain" }).click();
  await page.getByText("6 entries are as they were recorded.").waitFor();
  const [csv] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export as CSV" }).click(),
  ]);
  expect(csv.suggestedFilename()).toBe("audit.csv");
  await rows.nth(2).getByRole("link", { name: "Question" }).click();
  await page.waitForURL(`**/c/${tea.conversation.id}`);
});

test("[AUDIT-14] the link of a question shows what happened to it, until all is asked for", async () => {
  const page = await openPage(testServer, { path: `/audit?inquiry=${tea.inquiryId}` });
  await page.getByText("Only what happened to one question.").waitFor();
  await expect.poll(() => page.getByRole("row").count()).toBe(4);
  await page.getByRole("link", { name: "Show all" }).click();
  await expect.poll(() => page.getByRole("row").count()).toBe(7);
});

test("[AUDIT-14] whoever does not own the project is told who sees it", async () => {
  const page = await openPage(testServer, { path: "/audit", as: "colleague", expected: [/403/] });
  await page.getByText("Only owners of the project see its audit.").waitFor();
  expect(await page.getByRole("main").getByRole("button").count()).toBe(0);
});

test.for([
  { theme: "light", width: 1280, language: "en" },
  { theme: "dark", width: 390, language: "de" },
  { theme: "light", width: 390, language: "ar" },
] as const)("[AUDIT-14] axe finds nothing, and nothing is too wide: $theme, $width, $language", async (look) => {
  const page = await openPage(testServer, { path: "/audit", ...look });
  await expect.poll(() => page.getByRole("row").count()).toBe(7);
  await page.locator(".app-audit-acts button").click();
  await page.locator(".app-audit-check code").waitFor();
  expect(await axeOf(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
});
