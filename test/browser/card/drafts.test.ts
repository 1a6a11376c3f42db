import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { cardOn, openInquiryPage, ownWordsOf } from "../../harness/browser/inquiry-page.ts";
import { chooseMore } from "../../harness/browser/more-menu.ts";
import { readStoredEntries } from "../../harness/browser/stored-entries.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const long = "A long thought that took a while to write. ".repeat(7).trim();

test("[DRAFT-1] what was written survives Escape, folding, a reload, and a tab that is killed", async () => {
  const { page, card } = await openInquiryPage(testServer, askOne, { expected: [/Failed to load resource/] });
  const context = page.context();
  // The server's copy is removed, so that the draft comes from this browser.
  await context.route("**/draft", (route) => route.abort());
  await ownWordsOf(card).fill(long);
  for (let count = 0; count < 3; count++) await page.keyboard.press("Escape");
  const unfold = card.getByRole("button", { name: "Answer: Tea or coffee?" });
  await unfold.waitFor();
  await page.reload();
  await expect.poll(() => ownWordsOf(card).inputValue()).toBe(long);
  await ownWordsOf(card).fill(`${long} And more.`);
  await expect.poll(() => readStoredEntries(page)).toContain("And more.");

  const crashed = page.waitForEvent("crash");
  const session = await context.newCDPSession(page);
  session.send("Page.crash").catch(() => undefined);
  await crashed;
  const again = await context.newPage();
  await again.goto(`${testServer.server.url}${new URL(page.url()).pathname}`);
  await expect.poll(() => ownWordsOf(cardOn(again)).inputValue()).toBe(`${long} And more.`);
});

test("[DRAFT-2] what was written just before the page is left is there when it is opened again", {
  tags: "smoke",
}, async () => {
  const { page, card } = await openInquiryPage(testServer, askOne);
  const { context, url } = { context: page.context(), url: page.url() };
  await ownWordsOf(card).fill("half a word");
  await page.close({ runBeforeUnload: true });
  const again = await context.newPage();
  await again.goto(url);
  await expect.poll(() => ownWordsOf(cardOn(again)).inputValue()).toBe("half a word");
});

test("[DRAFT-3] a draft of another browser is adopted where nothing is written, and can be discarded", async () => {
  const { page, card, path } = await openInquiryPage(testServer, askOne);
  await ownWordsOf(card).fill("Water");
  await expect.poll(async () => JSON.stringify((await testServer.api.get(`${path}/draft`)).body)).toContain("Water");
  const other = cardOn(await openPage(testServer, { path: new URL(page.url()).pathname }));
  await other.getByText(/^Draft from /).waitFor();
  expect(await ownWordsOf(other).inputValue()).toBe("Water");
  await other.getByRole("button", { name: "Discard" }).click();
  expect(await ownWordsOf(other).inputValue()).toBe("");
});

test("[DRAFT-3] a draft of another browser never replaces what is written here; it is offered", async () => {
  const { page, card } = await openInquiryPage(testServer, askOne);
  const other = cardOn(await openPage(testServer, { path: new URL(page.url()).pathname }));
  await ownWordsOf(other).waitFor();
  await ownWordsOf(card).fill("Water");
  // The server keeps the newest draft of a person: the other browser's is to be saved after this one's.
  await expect.poll(() => ownWordsOf(other).inputValue()).toBe("Water");
  await ownWordsOf(other).fill("Juice");
  const take = card.getByRole("button", { name: "Use the other draft" });
  await take.waitFor();
  expect(await ownWordsOf(card).inputValue()).toBe("Water");
  await take.click();
  expect(await ownWordsOf(card).inputValue()).toBe("Juice");
});

test("[DRAFT-4] two tabs show the same draft, field by field", async () => {
  const { page, card } = await openInquiryPage(testServer, askOne);
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  const mirrored = cardOn(tab);
  await ownWordsOf(mirrored).waitFor();
  await ownWordsOf(card).fill("Water");
  await expect.poll(() => ownWordsOf(mirrored).inputValue()).toBe("Water");
  await chooseMore(mirrored, "Add a comment");
  await mirrored.getByRole("textbox", { name: "Comment" }).fill("with ice");
  await expect.poll(() => card.getByRole("textbox", { name: "Comment" }).inputValue()).toBe("with ice");
  expect(await ownWordsOf(card).inputValue()).toBe("Water");
});
