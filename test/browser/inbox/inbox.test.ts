import { beforeEach, expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { halfAnswered } from "../../harness/browser/drafts.ts";
import { answerQuickly, emptyInbox, openInquiry, questionsIn, rowOf, rowsOf } from "../../harness/browser/inbox.ts";
import { axeOf } from "../../harness/browser/page-checks.ts";
import { askTwo } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
beforeEach(() => emptyInbox(testServer));

test("[INBOX-1] each view and each inquiry has an address, which a reload and the back button keep", async () => {
  const { inquiryId } = await openInquiry(testServer, "Tea or coffee?");
  const page = await openPage(testServer, { path: "/inbox" });
  await rowOf(page, "Tea or coffee?").click();
  await page.waitForURL(`**/inbox/needs-you/${inquiryId}`);
  await page.reload();
  await page.getByRole("radio", { name: "Coffee" }).waitFor();
  const views = page.getByRole("navigation", { name: "Views" });
  await views.getByRole("link", { name: "Done" }).click();
  await page.waitForURL("**/inbox/done");
  await page.getByRole("region", { name: "Done" }).waitFor();
  await views.getByRole("link", { name: "Snoozed" }).click();
  await page.waitForURL("**/inbox/snoozed");
  await page.goBack();
  await page.goBack();
  await page.getByRole("radio", { name: "Coffee" }).waitFor();
});

test("[INBOX-1] what is done can be narrowed to one outcome, which has an address too", async () => {
  const [declined, answered] = [await openInquiry(testServer, "Shall I?"), await openInquiry(testServer, "Which one?")];
  await testServer.api.post(`/v1/inquiries/${declined.inquiryId}/decline`, {});
  const answers = [{ question: "q1", options: ["o1"] }];
  await testServer.api.post(`/v1/inquiries/${answered.inquiryId}/answer`, { answers });
  const page = await openPage(testServer, { path: "/inbox/done" });
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

test("[INBOX-2] what expires soon comes first, then approvals, then what has waited longest", {
  tags: "smoke",
}, async () => {
  await openInquiry(testServer, "The oldest?");
  await openInquiry(testServer, "The next?");
  const approval = await testServer.startConversation("careful", [
    { calls: [{ name: "note", input: { line: "milk" } }] },
  ]);
  await approval.waitForInquiry();
  await openInquiry(testServer, "The urgent?", { agent: "timed" });
  const page = await openPage(testServer, { path: "/inbox" });
  await expect.poll(() => rowsOf(page).count()).toBe(4);
  const [urgent, allowed, ...rest] = await questionsIn(page);
  expect([urgent, ...rest]).toEqual(["The urgent?", "The oldest?", "The next?"]);
  expect(allowed).toContain("note");
});

test("[INBOX-3] a row shows who asks what where, since when, until when, and that there is a draft", {
  tags: "smoke",
}, async () => {
  const { inquiryId } = await openInquiry(testServer, "Tea or coffee?", { agent: "timed", title: "Breakfast" });
  await testServer.api.put(`/v1/inquiries/${inquiryId}/draft`, { draft: halfAnswered, device: "A phone" });
  const page = await openPage(testServer, { path: "/inbox" });
  const row = rowOf(page, "Tea or coffee?");
  for (const words of ["Timed", "Breakfast", "just now", /\d+m left/, "Draft"])
    await row.getByText(words).first().waitFor();
  await row.getByRole("img", { name: "Unread" }).waitFor();
  expect(await row.getAttribute("aria-label")).toBe("Timed asks: Tea or coffee?");
  expect(await axeOf(page)).toEqual([]);
  await row.click();
  await row.getByRole("img", { name: "Unread" }).waitFor({ state: "detached" });
  expect(await axeOf(page)).toEqual([]);
});

test("[INBOX-4] a quick answer is held and can be undone by its button and by a key; then it reaches the agent", async () => {
  const { conversation } = await openInquiry(testServer, "Tea or coffee?");
  const page = await openPage(testServer, { path: "/inbox" });
  const row = rowOf(page, "Tea or coffee?");
  const notices = page.getByRole("region", { name: "Notices" });
  const button = row.getByRole("button", { name: "Coffee" });
  const tap = async () => {
    await answerQuickly(row, "Coffee");
    await notices.getByText("‘Coffee’ will be sent to Scripted.").waitFor();
  };
  await tap();
  await notices.getByRole("button", { name: /Undo/ }).click();
  await button.waitFor();
  await tap();
  await page.keyboard.press("z");
  await button.waitFor();
  expect((await testServer.api.get(`/v1/conversations/${conversation.id}`)).body.status).toBe("parked");
  await tap();
  expect(await axeOf(page)).toEqual([]);
  await conversation.waitForStatus("idle");
  expect(conversation.newMessages()).toMatchObject([{ text: expect.stringContaining("Coffee") }]);
});

test("[INBOX-4] what one tap may not answer has no quick answers", async () => {
  const several = await testServer.startConversation("scripted", [{ calls: [askTwo] }]);
  const approval = await testServer.startConversation("careful", [
    { calls: [{ name: "note", input: { line: "milk" } }] },
  ]);
  await Promise.all([several.waitForInquiry(), approval.waitForInquiry()]);
  await openInquiry(testServer, "Which of four?", { options: ["One", "Two", "Three", "Four"] });
  const page = await openPage(testServer, { path: "/inbox" });
  await expect.poll(() => rowsOf(page).count()).toBe(3);
  expect(await rowsOf(page).getByRole("button").count()).toBe(0);
});
