import { expect, test } from "vitest";
import { cardOn, openAsked, ownWordsOf } from "../support/asked-page.ts";
import { askOne } from "../support/asks.ts";
import { openPage } from "../support/browser.ts";
import { keptIn } from "../support/kept.ts";
import { openStage } from "../support/stage.ts";

const stage = await openStage();
const long = "A long thought that took a while to write. ".repeat(7).trim();

test("[D-1] what was written survives Escape, folding, a reload, and a tab that is killed", async () => {
  const { page, card } = await openAsked(stage, askOne, { expected: [/Failed to load resource/] });
  const context = page.context();
  // Without the server's copy, so that what is found comes from this browser.
  await context.route("**/draft", (route) => route.abort());
  await ownWordsOf(card).fill(long);
  for (let count = 0; count < 3; count++) await page.keyboard.press("Escape");
  const unfold = card.getByRole("button", { name: "Answer: Tea or coffee?" });
  await unfold.waitFor();
  await page.reload();
  await expect.poll(() => ownWordsOf(card).inputValue()).toBe(long);
  await ownWordsOf(card).fill(`${long} And more.`);
  await expect.poll(() => keptIn(page)).toContain("And more.");

  const crashed = page.waitForEvent("crash");
  const session = await context.newCDPSession(page);
  session.send("Page.crash").catch(() => undefined);
  await crashed;
  const again = await context.newPage();
  await again.goto(`${stage.server.url}${new URL(page.url()).pathname}`);
  await expect.poll(() => ownWordsOf(cardOn(again)).inputValue()).toBe(`${long} And more.`);
});

test("[D-2] what was written just before the page is left is there when it is opened again", async () => {
  const { page, card } = await openAsked(stage, askOne);
  const { context, url } = { context: page.context(), url: page.url() };
  await ownWordsOf(card).fill("half a word");
  await page.close({ runBeforeUnload: true });
  const again = await context.newPage();
  await again.goto(url);
  await expect.poll(() => ownWordsOf(cardOn(again)).inputValue()).toBe("half a word");
});

test("[D-3] a draft of another browser is taken where nothing is written, and can be discarded", async () => {
  const { page, card, path } = await openAsked(stage, askOne);
  await ownWordsOf(card).fill("Water");
  await expect.poll(async () => JSON.stringify((await stage.api.get(`${path}/draft`)).body)).toContain("Water");
  const other = cardOn(await openPage(stage, { path: new URL(page.url()).pathname }));
  await other.getByText(/^Draft from /).waitFor();
  expect(await ownWordsOf(other).inputValue()).toBe("Water");
  await other.getByRole("button", { name: "Discard" }).click();
  expect(await ownWordsOf(other).inputValue()).toBe("");
});

test("[D-3] a draft of another browser never takes the place of what is written here; it is offered", async () => {
  const { page, card } = await openAsked(stage, askOne);
  const other = cardOn(await openPage(stage, { path: new URL(page.url()).pathname }));
  await ownWordsOf(other).waitFor();
  await ownWordsOf(card).fill("Water");
  await ownWordsOf(other).fill("Juice");
  const take = card.getByRole("button", { name: "Use the other draft" });
  await take.waitFor();
  expect(await ownWordsOf(card).inputValue()).toBe("Water");
  await take.click();
  expect(await ownWordsOf(card).inputValue()).toBe("Juice");
});

test("[D-4] two tabs show the same draft, field by field", async () => {
  const { page, card } = await openAsked(stage, askOne);
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  const mirrored = cardOn(tab);
  await ownWordsOf(mirrored).waitFor();
  await ownWordsOf(card).fill("Water");
  await expect.poll(() => ownWordsOf(mirrored).inputValue()).toBe("Water");
  await mirrored.getByRole("button", { name: "Add a note" }).click();
  await mirrored.getByRole("textbox", { name: "Note" }).fill("with ice");
  await expect.poll(() => card.getByRole("textbox", { name: "Note" }).inputValue()).toBe("with ice");
  expect(await ownWordsOf(card).inputValue()).toBe("Water");
});
