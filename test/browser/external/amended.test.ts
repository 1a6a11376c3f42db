import { expect, test } from "vitest";
import { recordAnnouncements } from "../../harness/browser/announcements.ts";
import { amend, amendmentIn, askerOf, openExternalPage } from "../../harness/browser/external-page.ts";
import { isFocused, ownWordsOf } from "../../harness/browser/inquiry-page.ts";
import { chooseMore } from "../../harness/browser/more-menu.ts";
import { waitUntilDeliberate } from "../../harness/browser/pointer.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const regions = { agent: "Deploy bot", question: "Which regions first?", options: ["EU", "US", "APAC"] };

test("[EXTERNAL-23] [EXTERNAL-24] a change is shown in the open card, which keeps what was picked and written", {
  tags: "smoke",
}, async () => {
  const { inquiry, page, card } = await openExternalPage(testServer, { ...regions, multiSelect: true });
  await card.getByRole("checkbox", { name: "EU" }).check();
  await card.getByRole("checkbox", { name: "US" }).check();
  await ownWordsOf(card).fill("and the staging one");
  await chooseMore(card, "Add a comment");
  await card.getByRole("textbox", { name: "Comment" }).fill("slowly");
  const deadline = new Date(Date.now() + 7_200_000).toISOString();
  await amend(testServer, inquiry.id, {
    question: "Which regions go first?",
    options: ["US", "APAC", "LATAM"],
    multiSelect: true,
    context: "LATAM is ready.",
    deadline,
  });
  const notice = amendmentIn(card);
  for (const said of [
    "Deploy bot changed this question",
    "It was: “\u2068Which regions first?\u2069”",
    "New: \u2068LATAM\u2069",
    "Removed: \u2068EU\u2069",
    "The context changed",
    "Answer by",
    "Your pick is no longer offered: \u2068EU\u2069",
  ])
    await notice.getByText(said).waitFor();
  await card.getByRole("heading", { name: "Which regions go first?" }).waitFor();
  await card.getByRole("checkbox", { name: "US", checked: true }).waitFor();
  expect(await card.getByRole("checkbox", { name: "LATAM" }).isChecked()).toBe(false);
  expect(await ownWordsOf(card).inputValue()).toBe("and the staging one");
  expect(await card.getByRole("textbox", { name: "Comment" }).inputValue()).toBe("slowly");
  await page.reload();
  await card.getByRole("checkbox", { name: "US", checked: true }).waitFor();
  expect(await ownWordsOf(card).inputValue()).toBe("and the staging one");
});

test("[EXTERNAL-23] what was read is not shown any more, and what is changed back is not told", async () => {
  const { inquiry, card } = await openExternalPage(testServer, regions);
  await amend(testServer, inquiry.id, { context: "Nobody is on call." });
  await amendmentIn(card).getByRole("button", { name: "OK" }).click();
  expect(await amendmentIn(card).count()).toBe(0);
  await amend(testServer, inquiry.id, { question: "Which region first?" });
  await amendmentIn(card).getByText("It was").waitFor();
  await amend(testServer, inquiry.id, { question: regions.question });
  await amendmentIn(card).waitFor({ state: "detached" });
});

test("[EXTERNAL-23] a changed call is shown at once, and said to have changed", async () => {
  const approval = { tool: "terraform_apply", input: { plan: "one.out" } };
  const { inquiry, card } = await openExternalPage(testServer, { agent: "terraform", approval });
  await amend(testServer, inquiry.id, { approval: { ...approval, input: { plan: "two.out" } } });
  await amendmentIn(card).getByText("The call changed").waitFor();
  await card.getByText('"plan": "two.out"').waitFor();
});

test("[EXTERNAL-25] a change is announced with what changed, and the focus and the caret stay", async () => {
  const { inquiry, page, card } = await openExternalPage(testServer, regions);
  const field = ownWordsOf(card);
  await field.fill("Neither");
  await field.evaluate((node: HTMLTextAreaElement) => node.setSelectionRange(3, 3));
  const announcements = await recordAnnouncements(page);
  await amend(testServer, inquiry.id, { options: ["EU", "US", "APAC", "LATAM"], question: regions.question });
  // That it was asked may be announced as late as this.
  const changes = async () => (await announcements()).filter((text) => !text.includes("Question from"));
  await expect.poll(changes).toEqual(["polite: The question changed. New: \u2068LATAM\u2069"]);
  expect(await isFocused(field)).toBe(true);
  expect(await field.evaluate((node: HTMLTextAreaElement) => [node.value, node.selectionStart])).toEqual([
    "Neither",
    3,
  ]);
});

test("[EXTERNAL-26] an answer that was on its way to an older revision is refused, kept, and sent by one click", async () => {
  const { inquiry, page, card } = await openExternalPage(testServer, regions, { expected: [/status of 409/] });
  await ownWordsOf(card).fill("All at once");
  // The change reaches the server after the answer was sent, and before it arrives.
  await page.route(
    "**/answer",
    async (route) => {
      await amend(testServer, inquiry.id, { question: "Which regions second?", options: regions.options });
      await route.continue();
    },
    { times: 1 },
  );
  const submit = card.getByRole("button", { name: "Submit answer", exact: true });
  await submit.click();
  await amendmentIn(card).getByText("Your answer was not sent. It is kept").waitFor();
  await card.getByRole("heading", { name: "Which regions second?" }).waitFor();
  expect(await ownWordsOf(card).inputValue()).toBe("All at once");
  expect((await testServer.api.get(`/v1/inquiries/${inquiry.id}`)).body).toMatchObject({ status: "open" });
  await waitUntilDeliberate(card);
  await submit.click();
  await card.getByText("You answered").waitFor();
  const { body } = await askerOf(testServer).get(`/v1/inquiries/${inquiry.id}`);
  expect(body).toMatchObject({ status: "answered", resolution: { text: "All at once" } });
});

test("[EXTERNAL-26] an answer that waited offline is not given to a question that changed meanwhile", async () => {
  const { inquiry, page, card } = await openExternalPage(testServer, regions, {
    expected: [/ERR_INTERNET_DISCONNECTED/, /status of 409/],
  });
  await page.context().setOffline(true);
  await ownWordsOf(card).fill("EU, then US");
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  await card.getByText("Your answer will be sent when the server can be reached again").waitFor();
  await amend(testServer, inquiry.id, { context: "EU is down." });
  await page.context().setOffline(false);
  await amendmentIn(card).getByText("Your answer was not sent. It is kept").waitFor();
  await amendmentIn(card).getByText("The context changed").waitFor();
  expect(await ownWordsOf(card).inputValue()).toBe("EU, then US");
  expect((await testServer.api.get(`/v1/inquiries/${inquiry.id}`)).body.status).toBe("open");
});
