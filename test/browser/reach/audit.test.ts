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
  expect(await rows.nth(1).textContent()).toMatch(/EndedDeclined.*Owner.*API/);
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
  await page.locator(".app-audit-actions button").click();
  await page.locator(".app-audit-check code").waitFor();
  expect(await axeOf(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
});

test("[PEOPLE-7] [AUDIT-14] people are shown and found by their names, also after they left", async () => {
  const { body: ana } = await api.post("/v1/members", { name: "Ana Ortiz" });
  const { body: link } = await api.post("/v1/sign-in-links", { person: ana.id });
  const signedIn = await fetch(link.url, { method: "POST" });
  const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  const pie = await openInquiry(testServer, "Pie?");
  const headers = { cookie, "content-type": "application/json" };
  const body = JSON.stringify({ answers });
  const path = `${testServer.server.url}/v1/inquiries/${pie.inquiryId}`;
  expect((await fetch(`${path}/answer`, { method: "POST", headers, body })).status).toBe(202);
  await pie.conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: "/audit" });
  await page.getByLabel("Who", { exact: true }).fill("ana ortiz");
  await page.getByRole("row", { name: /Ended.*Ana Ortiz/ }).waitFor();
  await expect.poll(() => page.getByRole("row").count()).toBe(2);

  expect((await api.delete(`/v1/members/${ana.id}`)).status).toBe(204);
  for (const path of ["/audit", "/insight", `/c/${pie.conversation.id}`]) {
    await page.goto(`${testServer.server.url}${path}`);
    // The server has computed the other range before, and gives that for half a minute.
    if (path === "/insight") await page.getByText("7 days").click();
    await page.getByRole("main").getByText("Ana Ortiz").first().waitFor();
    expect(await page.getByText(ana.id).count()).toBe(0);
  }
});
