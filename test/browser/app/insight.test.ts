import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { axeOf, tooWide } from "../../harness/browser/page-checks.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const { api, startConversation } = testServer;

/** Asks the same as before; returns its id once it is answered, or open. */
async function ask(how: "answer" | "decline" | "leave"): Promise<string> {
  const conversation = await startConversation("scripted", [{ text: "", calls: [askOne] }, { text: "Thanks." }]);
  const inquiry = await conversation.waitForInquiry();
  if (how === "leave") return inquiry.id;
  const body = how === "answer" ? { answers: [{ question: "q1", options: ["o1"] }] } : {};
  await api.post(`/v1/inquiries/${inquiry.id}/${how}`, body);
  await conversation.waitForStatus("idle");
  return inquiry.id;
}

const answered = await ask("answer");
await ask("decline");
await ask("leave");

test("[INSIGHT-5] the page shows plots with their tables, for the range that is chosen", {
  tags: "smoke",
}, async () => {
  const page = await openPage(testServer);
  await page.getByRole("link", { name: "Insight" }).click();
  await page.getByRole("heading", { level: 1, name: "Insight" }).waitFor();
  await page.getByText("3 questions were asked.").waitFor();
  expect(await page.title()).toContain("Insight");
  await page.getByRole("img", { name: "Open questions: at most 1, at the end 1" }).waitFor();
  const open = page.getByRole("region", { name: "Open questions" });
  await open.getByText("Show as a table").click();
  expect(await open.getByRole("row").count()).toBe(31);
  expect(await open.getByRole("row").last().getByRole("cell").textContent()).toBe("1");
  await page.getByText("7 days").click();
  await expect.poll(() => open.getByRole("row").count()).toBe(8);
  const outcomes = page.getByRole("region", { name: "How questions ended" });
  expect(await outcomes.getByRole("row", { name: "Answered 1" }).count()).toBe(1);
  expect(await outcomes.getByRole("row", { name: "Declined 1" }).count()).toBe(1);
  const people = page.getByRole("region", { name: "Time to an answer, by person" });
  await people.getByRole("row").nth(1).getByRole("rowheader", { name: "Owner", exact: true }).waitFor();
  const repeated = page.getByRole("region", { name: "Asked again and again" });
  await repeated.getByText(/3 times/).waitFor();
  await repeated.getByRole("link", { name: "Tea or coffee?" }).click();
  await page.locator(".ask-card").first().waitFor();
});

test.for([
  { theme: "light", width: 1280 },
  { theme: "dark", width: 390 },
] as const)("[INSIGHT-5] axe finds nothing, and nothing is too wide: $theme, $width", async ({ theme, width }) => {
  const page = await openPage(testServer, { path: "/insight", theme, width });
  await page.getByText("3 questions were asked.").waitFor();
  for (const table of await page.getByText("Show as a table").all()) await table.click();
  expect(await axeOf(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
});

test("[AUDIT-12] the history in the inbox shows who answered and by which way, and when the agent read it", async () => {
  const page = await openPage(testServer, { path: `/inbox/done/${answered}` });
  const history = page.locator(".ask-inbox-history");
  await history.getByText("History").click();
  await expect.poll(() => history.getByRole("listitem").count()).toBe(3);
  const lines = await history.getByRole("listitem").allTextContents();
  expect(lines[0]).toContain("asked");
  expect(lines[1]).toMatch(/You answered.*API/);
  expect(lines[2]).toContain("read it");
  expect(await axeOf(page)).toEqual([]);
});

test("[STANDING-5] one is made after a dialog has said what it means, its use is shown, and it is revoked", async () => {
  const page = await openPage(testServer, { path: `/inbox/done/${answered}` });
  await page.getByRole("button", { name: "Always answer so…" }).click();
  const dialog = page.getByRole("dialog", { name: "Always answer this so?" });
  await dialog.getByText("nobody is asked").waitFor();
  expect(await dialog.getByRole("button", { name: "Cancel" }).evaluate((one) => one === document.activeElement)).toBe(
    true,
  );
  expect(await axeOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Always answer so" }).click();
  await dialog.waitFor({ state: "detached" });
  const conversation = await startConversation("scripted", [{ text: "", calls: [askOne] }, { text: "Thanks." }]);
  await conversation.waitForStatus("idle");
  await page.goto(`${testServer.server.url}/c/${conversation.id}`);
  await page.getByText("By a standing answer. Nobody was asked this time.").waitFor();
  expect(JSON.stringify(conversation.prompts())).toContain("This is a standing answer");
  await page.goto(`${testServer.server.url}/insight`);
  const list = page.getByRole("region", { name: "Standing answers" });
  await list.getByText("Tea or coffee?").waitFor();
  expect(await axeOf(page)).toEqual([]);
  await list.getByRole("button", { name: "Revoke" }).click();
  await list.getByText("Nothing is answered without asking somebody.").waitFor();
  const asked = await startConversation("scripted", [{ text: "", calls: [askOne] }, { text: "Thanks." }]);
  await asked.waitForStatus("parked");
});
