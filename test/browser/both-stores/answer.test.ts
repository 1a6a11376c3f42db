import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { axeOf, layoutShifts } from "../../harness/browser/page-checks.ts";
import { pick } from "../../harness/browser/pick-option.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const lines = "One thing first: I looked at all of it, twice, and there is a choice that only you can make. ".repeat(4);

test("[CARD-1] [S4-13, S4-14] a question appears once, under the message that asked; it is picked, sent, and the agent goes on", {
  tags: "smoke",
}, async () => {
  const conversation = await testServer.startConversation("scripted", [
    { text: "Hello there.", calls: [askOne] },
    { text: "Then tea it is." },
  ]);
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  const card = page.locator("section[data-inquiry]");
  await card.getByRole("radio", { name: "Tea" }).waitFor();
  expect(await card.count()).toBe(1);
  const said = await page.getByText("Hello there.", { exact: true }).boundingBox();
  const asked = await card.boundingBox();
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(asked?.y ?? 0);

  await pick(card, "Tea");
  await card.getByRole("button", { name: "Submit answer" }).click();
  await page.getByText("Then tea it is.", { exact: true }).waitFor();
  expect(conversation.newMessages()).toMatchObject([{ text: expect.stringContaining('"Tea or coffee?":"Tea"') }]);
  expect(await card.count()).toBe(1);
  expect(await conversation.faults()).toEqual([]);
  expect(await axeOf(page)).toEqual([]);
});

test("[STREAM-1] [S4-09, S4-10, S4-11, S4-12] the card is the same node from its appearance until after it is resolved", async () => {
  const conversation = await testServer.startConversation("scripted", [
    { text: lines, pace: 5, calls: [askOne] },
    { text: `${lines} The end.`, pace: 5 },
  ]);
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  const card = page.locator("section[data-inquiry]");
  await card.getByRole("radio", { name: "Coffee" }).waitFor();
  await card.evaluate((node) => Object.assign(node, { isMarked: true }));
  await pick(card, "Coffee");
  await card.getByRole("button", { name: "Submit answer" }).click();
  await page
    .getByRole("log")
    .getByText(/The end\.$/)
    .waitFor();
  expect(await card.evaluate((node) => "isMarked" in node)).toBe(true);
  expect(await page.locator("section[data-inquiry]").count()).toBe(1);
});

test("[STREAM-2] [S4-09, S4-11] text that streams before and after a card shifts no layout", async () => {
  const conversation = await testServer.startConversation("scripted", [
    { text: lines, pace: 10, calls: [askOne] },
    { text: `${lines} The end.`, pace: 10 },
  ]);
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await page.getByRole("radio", { name: "Coffee" }).waitFor();
  expect(await layoutShifts(page, ".ask-chat")).toEqual([]);
  const { id } = await conversation.waitForInquiry();
  await testServer.api.post(`/v1/inquiries/${id}/answer`, { answers: [{ question: "q1", options: ["o2"] }] });
  await page
    .getByRole("log")
    .getByText(/The end\.$/)
    .waitFor();
  expect(await layoutShifts(page, ".ask-chat")).toEqual([]);
});
