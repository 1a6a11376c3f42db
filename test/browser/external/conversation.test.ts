import { expect, test } from "vitest";
import { recordAnnouncements } from "../../harness/browser/announcements.ts";
import { askElsewhere, askerOf, cardOf, openExternalPage } from "../../harness/browser/external-page.ts";
import { cardOn, ownWordsOf } from "../../harness/browser/inquiry-page.ts";
import { chooseMore } from "../../harness/browser/more-menu.ts";
import { waitUntilDeliberate } from "../../harness/browser/pointer.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const yesNo = { options: ["Yes", "No"] };

test("[EXTERNAL-20] the asks of a thread are cards of one conversation, open side by side, with name and thread", {
  tags: "smoke",
}, async () => {
  const common = { agent: "Deploy bot", thread: "release-4.2", title: "Release 4.2", ...yesNo };
  const { inquiry, page, card } = await openExternalPage(testServer, { ...common, question: "Deploy?" });
  const second = await askElsewhere(testServer, { ...common, question: "Tell the customers?" });
  const third = await askElsewhere(testServer, { ...common, question: "Freeze the branch?" });
  const header = page.locator(".ask-chat-header");
  await header.getByRole("heading", { name: "Release 4.2" }).waitFor();
  await header.getByText("Deploy bot", { exact: true }).waitFor();
  await header.getByText("release-4.2", { exact: true }).waitFor();
  await testServer.api.post(`/v1/inquiries/${second.id}/answer`, { answers: [{ question: "q1", options: ["o2"] }] });
  await cardOf(page, second.id).getByText("You answered").waitFor();
  const states = cardOn(page).evaluateAll((cards) => cards.map((one) => one.getAttribute("data-state")));
  expect(await states).toEqual(["pending", "answered", "pending"]);
  // The answer is said once.
  expect(await cardOf(page, second.id).getByText("No", { exact: true }).filter({ visible: true }).count()).toBe(1);
  await ownWordsOf(card).fill("Tomorrow");
  await ownWordsOf(cardOf(page, third.id)).fill("Not yet");
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  await card.getByText("You answered").waitFor();
  expect(await ownWordsOf(cardOf(page, third.id)).inputValue()).toBe("Not yet");
  const { body } = await askerOf(testServer).get(`/v1/inquiries/${inquiry.id}`);
  expect(body).toMatchObject({ status: "answered", resolution: { text: "Tomorrow" } });
});

test("[EXTERNAL-20] while an open question is out of view a bar leads to it, also beside another open one", async () => {
  const common = { agent: "Reviewer", thread: "review", ...yesNo };
  const { page, card } = await openExternalPage(testServer, { ...common, question: "First?" }, { height: 500 });
  await askElsewhere(testServer, { ...common, question: "Second?", context: "Long.\n\n".repeat(30) });
  const last = await askElsewhere(testServer, { ...common, question: "Third?" });
  await cardOf(page, last.id).scrollIntoViewIfNeeded();
  const bar = page.locator(".ask-waiting", { hasText: "First?" });
  await bar.waitFor();
  await bar.getByRole("button", { name: "Go to question" }).click();
  await expect.poll(() => card.evaluate((node) => node.contains(document.activeElement))).toBe(true);
});

test("[EXTERNAL-21] nothing is offered that a program elsewhere cannot do", async () => {
  const { inquiry, page, card } = await openExternalPage(testServer, {
    agent: "Bot",
    thread: "offers",
    question: "Go?",
    ...yesNo,
  });
  const aside = await askElsewhere(testServer, { agent: "Bot", thread: "offers", question: "Wait?", ...yesNo });
  const set = cardOf(page, aside.id);
  await chooseMore(set, "Set aside…");
  await set.getByText("Set this question aside?").waitFor();
  await waitUntilDeliberate(set);
  await set.getByRole("button", { name: "Set aside", exact: true }).click();
  await set.getByText("You set this aside").waitFor();
  const composer = page.getByRole("textbox", { name: "Message", exact: true });
  await page.getByPlaceholder("Reply to \u2068Bot\u2069, or answer above").waitFor();
  await composer.fill("Yes, go.");
  await page.getByText("This message will answer “\u2068Go?\u2069”").waitFor();
  await page.keyboard.press("Enter");
  await card.getByText("Answered by your message").waitFor();
  expect((await askerOf(testServer).get(`/v1/inquiries/${inquiry.id}`)).body).toMatchObject({
    status: "answered-in-chat",
    resolution: { text: "Yes, go." },
  });
  for (const name of ["Try another answer", "Correct…", "Edit and send again", "Retry", "Resume", "Stop"])
    expect(await page.getByRole("button", { name }).count()).toBe(0);
  await page.getByRole("button", { name: "Details" }).click();
  const details = page.getByRole("complementary", { name: "Details" });
  await details.getByText("It runs elsewhere.").waitFor();
  await details.getByText("offers", { exact: true }).waitFor();
  await details.getByText("Yes, go.").waitFor();
  expect(await details.getByText("Runs", { exact: true }).count()).toBe(0);
});

test("[EXTERNAL-29] a gated call of a program elsewhere is shown exactly, and nothing is said to run here", async () => {
  const approval = { tool: "terraform_apply", input: { plan: "plan.out", auto_approve: true } };
  const { inquiry, page, card } = await openExternalPage(testServer, { agent: "terraform", approval });
  await page.getByRole("heading", { name: "Terraform apply", exact: true }).waitFor();
  await card.getByText('"auto_approve": true').waitFor();
  expect(await page.locator(".ask-tool").count()).toBe(0);
  await waitUntilDeliberate(card);
  await card.getByRole("button", { name: "Allow once" }).click();
  await card.getByText("You allowed this").waitFor();
  const { body } = await askerOf(testServer).get(`/v1/inquiries/${inquiry.id}`);
  expect(body).toMatchObject({ approval, receipt: { allowed: true } });
  expect(await page.locator(".ask-tool").count()).toBe(0);
});

test("[EXTERNAL-22] with several questions open, or none, a message says why nobody would read it and stays", async () => {
  const common = { agent: "Deploy bot", thread: "composer", ...yesNo };
  const { inquiry, page } = await openExternalPage(testServer, { ...common, question: "Deploy?" });
  const other = await askElsewhere(testServer, { ...common, question: "Announce it?" });
  const composer = page.getByRole("textbox", { name: "Message", exact: true });
  await expect.poll(() => composer.getAttribute("placeholder")).toBe("Several questions are open: answer above");
  const announcements = await recordAnnouncements(page);
  await composer.fill("Both, please");
  await page.getByText("several questions are open: answer them above").waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(announcements).toContainEqual(expect.stringMatching(/^assertive: .*several questions are open/));
  expect(await composer.inputValue()).toBe("Both, please");

  for (const { id } of [inquiry, other]) await askerOf(testServer).post(`/v1/inquiries/${id}/withdraw`);
  await page.getByText("no question is open. Your text is kept.").waitFor();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  expect(await composer.inputValue()).toBe("Both, please");
  await page.reload();
  await expect.poll(() => composer.inputValue()).toBe("Both, please");
  const { body } = await testServer.api.get(`/v1/conversations/${inquiry.conversationId}/transcript`);
  expect(body.items.filter(({ role }: { role: string }) => role === "person")).toEqual([]);
});

test("[EXTERNAL-22] a message that waited while its question was withdrawn says why, and can be taken back", async () => {
  const { inquiry, page } = await openExternalPage(
    testServer,
    { agent: "Bot", question: "Go?", ...yesNo },
    {
      expected: [/ERR_INTERNET_DISCONNECTED/, /status of 409/],
    },
  );
  const composer = page.getByRole("textbox", { name: "Message", exact: true });
  await page.context().setOffline(true);
  await composer.fill("Go ahead");
  await page.keyboard.press("Enter");
  await page.getByText("Will be sent when the server can be reached again").waitFor();
  await askerOf(testServer).post(`/v1/inquiries/${inquiry.id}/withdraw`);
  await page.context().setOffline(false);
  await page.getByText("this question is not open as you saw it").waitFor();
  await page.getByRole("button", { name: "Take back" }).click();
  expect(await composer.inputValue()).toBe("Go ahead");
});
