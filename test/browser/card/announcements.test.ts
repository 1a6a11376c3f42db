import { expect, test } from "vitest";
import { recordAnnouncements } from "../../harness/browser/announcements.ts";
import {
  openInquiryPage,
  openPageBeforeInquiry,
  ownWordsOf,
  waitForThanks,
} from "../../harness/browser/inquiry-page.ts";
import { tap, waitUntilDeliberate } from "../../harness/browser/pointer.ts";
import { askOne, askTwo } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();

test("[ANNOUNCE-3] a new question is announced once, with its shortcut if the focus stays elsewhere", async () => {
  const { page, ask } = await openPageBeforeInquiry(testServer, askOne);
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("busy");
  const announcements = await recordAnnouncements(page);
  await ask();
  await expect
    .poll(announcements)
    .toEqual(["polite: Question from Scripted: Tea or coffee? 2 options. Press Alt+Q to answer."]);
});

test("[ANNOUNCE-3] a question that takes the focus is announced without its shortcut", async () => {
  const { page, ask } = await openPageBeforeInquiry(testServer, askTwo);
  const announcements = await recordAnnouncements(page);
  await ask();
  await expect.poll(announcements).toEqual(["polite: Question from Scripted: Which database? 2 questions."]);
});

test("[ANNOUNCE-3] sending, undo and sending again are each announced once", async () => {
  const { page, card } = await openInquiryPage(testServer, askOne);
  const announcements = await recordAnnouncements(page);
  const since = async () => (await announcements()).filter((line) => !line.includes("Question from"));
  await tap(card, "Tea");
  await expect.poll(since).toContain("polite: Your answer will be sent in 5 seconds. Undo is available.");
  await waitUntilDeliberate(card);
  await card.getByRole("button", { name: "Undo" }).click();
  await expect
    .poll(since)
    .toEqual([
      "polite: Sending.",
      "polite: Your answer will be sent in 5 seconds. Undo is available.",
      "polite: Not sent. You can change your answer.",
    ]);
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  await waitForThanks(page);
  const [, , , sending, answered, ...rest] = await since();
  expect([sending, answered]).toEqual(["polite: Sending.", expect.stringMatching(/^polite: You answered · /)]);
  expect(rest).toEqual([]);
});

test("[ANNOUNCE-3] a missing answer is announced at once", async () => {
  const { page, card } = await openInquiryPage(testServer, askOne);
  const announcements = await recordAnnouncements(page);
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  await expect.poll(announcements).toContain("assertive: This question needs an answer.");
});

test("[ANNOUNCE-3] another person's answer is announced politely, with the note that the own text is kept", async () => {
  const { page, card, path } = await openInquiryPage(testServer, askOne, { as: "colleague" });
  await ownWordsOf(card).fill("Water");
  const announcements = await recordAnnouncements(page);
  await testServer.api.post(`${path}/answer`, { answers: [{ question: "q1", options: ["o2"] }] });
  await expect
    .poll(async () => (await announcements()).filter((line) => line.includes("answered")))
    .toEqual([expect.stringMatching(/^polite: Owner answered · .* Your text is kept below\.$/)]);
});

test("[ANNOUNCE-3] a lost connection, its return and the delivery of a waiting answer are announced", async () => {
  const { page, card } = await openInquiryPage(testServer, askOne, { expected: [/ERR_INTERNET_DISCONNECTED/] });
  const announcements = await recordAnnouncements(page);
  await page.context().setOffline(true);
  await ownWordsOf(card).fill("Water");
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  await expect
    .poll(announcements)
    .toContain("polite: Not connected. Your answer will be sent when the server can be reached again.");
  await page.context().setOffline(false);
  await waitForThanks(page);
  await expect.poll(announcements).toContainEqual(expect.stringMatching(/^polite: You answered · /));
});

test("[ANNOUNCE-1] a group is named by its question, an option by its label and described by the rest", async () => {
  const options = [
    { label: "Tea", description: "Green, without sugar", recommended: "It is late" },
    { label: "Coffee" },
  ];
  const call = { name: "ask_user_question", input: { questions: [{ question: "Tea or coffee?", options }] } };
  const { card } = await openInquiryPage(testServer, call);
  const group = card.getByRole("group", { name: "Tea or coffee?", exact: true });
  const tea = group.getByRole("radio", { name: "Tea", exact: true });
  const described = await tea.evaluate((input) =>
    (input.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent),
  );
  expect(described).toEqual(["Green, without sugar", "Recommended · It is late"]);
  expect(await group.getByRole("radio", { name: "Coffee", exact: true }).getAttribute("aria-describedby")).toBeNull();
});
