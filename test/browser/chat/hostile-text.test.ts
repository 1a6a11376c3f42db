import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { hostileTexts } from "../../../packages/react/src/testing/hostile-texts.ts";
import { openPage } from "../../harness/browser/browser.ts";
import { cardOn, waitForThanks } from "../../harness/browser/inquiry-page.ts";
import { tooWide } from "../../harness/browser/page-checks.ts";
import { pick } from "../../harness/browser/pick-option.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();

/** The ask of a question whose every text is hostile. */
function askWith(make: (length: number) => string) {
  const text = (length: number) => `Tea or coffee?\n\n${make(length)}`.slice(0, length);
  const options = [
    { label: "Tea", description: text(280), preview: { kind: "markdown", text: text(9_000) } },
    { label: "Coffee", preview: { kind: "json", text: make(9_000).slice(0, 9_000) } },
  ];
  return { context: text(3_900), questions: [{ question: text(900), options }] };
}

/** Starts a conversation with hostile texts, in its message and in all texts of its question. */
async function startHostile(make: (length: number) => string): Promise<string> {
  const conversation = await testServer.startConversation("scripted", [
    { text: `Hello.\n\n${make(20_000)}`, calls: [{ name: "ask_user_question", input: askWith(make) }] },
    { text: "Thank you." },
  ]);
  await conversation.waitForInquiry();
  return `/c/${conversation.id}`;
}

/** What is nested, wide or long in different ways; the others differ only for the parser. */
const kinds = [
  "lists in lists",
  "lists in lists by indentation",
  "quotations",
  "nested emphasis",
  "nested images",
  "a table of many columns",
  "a table of many empty cells",
  "fences",
  "many paragraphs",
  "a word without end",
  "combining characters",
  "characters that reorder",
  "nested JSON",
];

const sizes = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
];

test("[TEXT-23] a question between hostile texts of every kind is shown with its choices, and can be answered", async () => {
  // The page is left while its events stream.
  const page = await openPage(testServer, { expected: [/ERR_INCOMPLETE_CHUNKED_ENCODING/] });
  for (const name of kinds) {
    const make = hostileTexts[name];
    if (!make) throw new Error(`There is no hostile text of the kind "${name}".`);
    const path = await startHostile(make);
    await page.goto(new URL(path, testServer.server.url).href);
    const card = cardOn(page);
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const label of ["Tea", "Coffee"]) await canBeReached(card, label);
      expect(await tooWide(page), name).toEqual([]);
    }
    await canBeUsed(page, card);
    await pick(card, "Coffee");
    await card.getByRole("button", { name: "Submit answer" }).click();
    await waitForThanks(page);
  }
});

/** A click on a choice reaches it, wherever it has to be scrolled to. */
async function canBeReached(card: Locator, label: string): Promise<void> {
  await card
    .locator(".ask-option-button")
    .filter({ hasText: label })
    .first()
    .click({ trial: true, position: { x: 20, y: 20 } });
}

/** The context and the previews can be opened, and the composer takes a text, so that the page handles what a person does. */
async function canBeUsed(page: Page, card: Locator): Promise<void> {
  await card.getByRole("button", { name: "Show context" }).click();
  await card.getByRole("button", { name: "Hide context" }).click();
  for (const label of ["Tea", "Coffee"]) {
    await card.getByRole("button", { name: `Preview: ${label}` }).click();
    await card.locator(".ask-preview").waitFor();
  }
  const composer = page.locator(".ask-composer textarea");
  await composer.fill("x");
  expect(await composer.inputValue()).toBe("x");
  await composer.fill("");
}

test("[TEXT-22] texts that throw are shown as they are written, and the question can be answered", async () => {
  const link = "See **this** [page](https://throws.example/).";
  const call = {
    name: "ask_user_question",
    input: {
      context: `First.\n\n${link}`,
      questions: [
        {
          question: `Tea or coffee? ${link}`,
          options: [{ label: "Tea", preview: { kind: "markdown", text: `Hot. ${link}` } }, { label: "Coffee" }],
        },
      ],
    },
  };
  const conversation = await testServer.startConversation("scripted", [
    { text: `Hello. ${link}`, calls: [call] },
    { text: "Thank you." },
  ]);
  await conversation.waitForInquiry();
  const page = await openPage(testServer, { expected: [/injected/] });
  // What formats a link asks whether its address is valid.
  await page.addInitScript(() => {
    const canParse = URL.canParse.bind(URL);
    URL.canParse = (url, base) => {
      if (String(url).includes("throws.example")) throw new Error("injected");
      return canParse(url, base);
    };
  });
  await page.goto(new URL(`/c/${conversation.id}`, testServer.server.url).href);
  const card = cardOn(page);
  await page.getByText(`Hello. ${link}`, { exact: true }).waitFor();
  await card.getByRole("heading").getByText(`Tea or coffee? ${link}`, { exact: true }).waitFor();
  await card.getByRole("button", { name: "Show context" }).click();
  await card.locator(".ask-context-text").getByText(link).waitFor();
  await card.getByRole("button", { name: "Preview: Tea" }).click();
  await card.locator(".ask-preview").getByText(`Hot. ${link}`, { exact: true }).waitFor();
  await pick(card, "Coffee");
  await card.getByRole("button", { name: "Submit answer" }).click();
  await waitForThanks(page);
});

test("[TEXT-24] a search for a letter that occurs everywhere marks it, and the page goes on", async () => {
  const conversation = await testServer.startConversation("scripted", [
    { text: `*b*${"b".repeat(80_000)}\n\nThe end.` },
  ]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await page.getByText("The end.", { exact: true }).waitFor();
  await page.getByRole("button", { name: "More about this conversation" }).click();
  await page.getByRole("menuitem", { name: "Find in conversation" }).click();
  await page.getByRole("searchbox", { name: "Find in conversation" }).fill("b");
  await expect.poll(() => page.evaluate(() => CSS.highlights.get("ask-found")?.size)).toBe(2_000);
  await page.getByText("The end.", { exact: true }).waitFor();
});
