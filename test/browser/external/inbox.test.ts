import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { amend, amendmentIn, askElsewhere, askerOf, cardOf } from "../../harness/browser/external-page.ts";
import { emptyInbox, rowOf, rowsOf } from "../../harness/browser/inbox.ts";
import { ownWordsOf } from "../../harness/browser/inquiry-page.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const yesNo = { options: ["Yes", "No"] };

test("[EXTERNAL-28] a row has the name, title and deadline of the program, and the list is limited to it", async () => {
  await emptyInbox(testServer);
  const deadline = new Date(Date.now() + 7_200_000).toISOString();
  await askElsewhere(testServer, {
    agent: "nightly-report",
    title: "Report of May",
    question: "Send it?",
    deadline,
    ...yesNo,
  });
  await askElsewhere(testServer, { agent: "Deploy bot", question: "Deploy now?", ...yesNo });
  const page = await openPage(testServer, { path: "/inbox" });
  const row = rowOf(page, "Send it?");
  await row.getByText("Nightly report", { exact: true }).waitFor();
  await row.getByText("Report of May", { exact: true }).waitFor();
  await row.getByText(/^by /).waitFor();
  // The question that named its conversation is not said twice.
  const other = rowOf(page, "Deploy now?");
  await other.getByText("Deploy bot", { exact: true }).waitFor();
  expect(await other.locator(".ask-row-title").count()).toBe(0);
  const agents = page.getByRole("combobox", { name: "Agent" });
  await agents.selectOption("Deploy bot");
  await row.waitFor({ state: "detached" });
  expect(await rowsOf(page).count()).toBe(1);
  // The other program can still be chosen.
  await agents.selectOption("nightly-report");
  await row.waitFor();
  await other.waitFor({ state: "detached" });
});

test("[EXTERNAL-28] a change is shown in row, card and history, and the draft stays", async () => {
  await emptyInbox(testServer);
  const { id } = await askElsewhere(testServer, { agent: "Deploy bot", question: "Deploy now?", ...yesNo });
  const page = await openPage(testServer, { path: `/inbox/needs-you/${id}` });
  const card = cardOf(page, id);
  await ownWordsOf(card).fill("In an hour");
  await amend(testServer, id, { question: "Deploy tonight?", ...yesNo });
  await amendmentIn(card).getByText("It was: “\u2068Deploy now?\u2069”").waitFor();
  await rowOf(page, "Deploy tonight?").waitFor();
  expect(await ownWordsOf(card).inputValue()).toBe("In an hour");
  await page.getByText("History", { exact: true }).click();
  await page.getByText("Deploy bot changed it").waitFor();
});

test("[EXTERNAL-28] an ask that was taken back is said to be withdrawn by the asker", async () => {
  await emptyInbox(testServer);
  const { id } = await askElsewhere(testServer, { agent: "Deploy bot", question: "Deploy now?", ...yesNo });
  const page = await openPage(testServer, { path: "/inbox" });
  await rowOf(page, "Deploy now?").waitFor();
  await askerOf(testServer).post(`/v1/inquiries/${id}/withdraw`);
  await rowOf(page, "Withdrawn by the asker").waitFor();
  await page.goto(new URL("/inbox/done", testServer.server.url).href);
  await rowOf(page, "Withdrawn by the asker").waitFor();
});
