import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { openInquiryPage } from "../../harness/browser/inquiry-page.ts";
import { axeOf, tooWide } from "../../harness/browser/page-checks.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const word = "a".repeat(250);
const overridden = "safe\u202Eelif eteled\u202C";
const hostile = [
  "<script>document.documentElement.dataset.planted = 1</script>",
  "<img src=x onerror='document.documentElement.dataset.planted = 1'>",
  "[press me](javascript:document.documentElement.dataset.planted=1)",
  "[data](data:text/html,boo) [plain](http://plain.test/) [mine](//evil.test/x)",
  "![beacon](https://evil.test/beacon.png)",
  "[the bank](https://evil.test/login)",
  word,
  overridden,
].join("\n\n");

/** Everything that hostile text could have added to the page. */
function planted(page: Page) {
  return page.locator("[data-role=agent]").evaluateAll((parts) => {
    const all = (selector: string) => parts.flatMap((part) => [...part.querySelectorAll<HTMLElement>(selector)]);
    return {
      hasRun: document.documentElement.dataset.planted !== undefined,
      elements: all("script, img, iframe, object, embed, style, link, base, form[action]").length,
      handlers: parts
        .flatMap((part) => [...part.querySelectorAll("*")])
        .filter((element) => element.getAttributeNames().some((name) => name.startsWith("on"))).length,
      links: [...new Set(all("a[href]").map((link) => `${link.getAttribute("href")} ${link.getAttribute("rel")}`))],
    };
  });
}

const harmless = {
  hasRun: false,
  elements: 0,
  handlers: 0,
  links: ["https://evil.test/login noopener noreferrer nofollow"],
};

test("[TEXT-1] hostile text in the chat does nothing, and where its links lead is shown", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: hostile }]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}`, width: 320 });
  const said = page.locator(".ask-message[data-role=agent]");
  await said.getByText("(evil.test)").waitFor();
  await said.getByText("<script>document").waitFor();
  expect(await planted(page)).toEqual(harmless);
  expect(await said.textContent()).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
  expect(await tooWide(page)).toEqual([]);
});

test("[TEXT-1] hostile text in context, question, description and preview does nothing, and widens nothing", async () => {
  const input = {
    context: hostile,
    questions: [
      {
        question: hostile.slice(0, 999),
        options: [
          { label: "Tea", description: hostile.slice(0, 299), preview: { kind: "markdown", text: hostile } },
          { label: "Coffee", preview: { kind: "code", text: hostile, language: "html" } },
          { label: "Milk", preview: { kind: "diff", text: hostile } },
          { label: "Water", preview: { kind: "json", text: JSON.stringify({ hostile }) } },
        ],
      },
    ],
  };
  const { page, card } = await openInquiryPage(testServer, { name: "ask_user_question", input }, { width: 320 });
  await card.getByRole("button", { name: "Show context" }).click();
  for (const label of ["Tea", "Coffee", "Milk", "Water"]) {
    await card.getByRole("button", { name: `Preview: ${label}` }).click();
    if (label === "Tea") await card.locator(".ask-preview").getByText("(evil.test)").first().waitFor();
    else await card.locator(".ask-preview pre").waitFor();
    expect(await planted(page)).toEqual(harmless);
    expect(await card.textContent()).not.toMatch(/[\u202A-\u202E\u2066\u2067]/);
    expect(await tooWide(page)).toEqual([]);
    expect(await axeOf(page)).toEqual([]);
  }
});

test("[TEXT-2] labels and headers are shown as they are written, without what hides or reorders", async () => {
  const options = [
    { label: "**Yes** <b>now</b> [x](https://evil.test/)" },
    { label: overridden },
    { label: "N\u200Bo\u00AD thanks" },
  ];
  const questions = [{ question: "Sure?", header: "<i>\u202Eoh</i>", options }, ...askOne.input.questions];
  const { card } = await openInquiryPage(testServer, { name: "ask_user_question", input: { questions } });
  await card.getByRole("radio", { name: "**Yes** <b>now</b> [x](https://evil.test/)", exact: true }).waitFor();
  await card.getByRole("radio", { name: "safeelif eteled", exact: true }).waitFor();
  await card.getByRole("radio", { name: "No thanks", exact: true }).waitFor();
  await card.getByRole("button", { name: "1: <i>oh</i>, not answered", exact: true }).waitFor();
  expect(await card.getByRole("link").count()).toBe(0);
});

test("[TEXT-3] a preview shows 40 lines until asked, and is copied whole", { tags: "smoke" }, async () => {
  const lines = Array.from({ length: 60 }, (_, n) => `line ${n + 1}`).join("\n");
  const options = [{ label: "Tea", preview: { kind: "code", text: lines } }, { label: "Coffee" }];
  const questions = [{ question: "Tea or coffee?", options }];
  const { page, card } = await openInquiryPage(testServer, { name: "ask_user_question", input: { questions } });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await card.getByRole("button", { name: "Preview: Tea" }).click();
  const code = card.locator(".ask-preview pre");
  await code.getByText("line 40").waitFor();
  expect(await code.textContent()).not.toContain("line 41");
  await card.getByRole("button", { name: "Copy", exact: true }).click();
  await card.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(lines);
  await card.getByRole("button", { name: "Show all (60 lines)" }).click();
  await expect.poll(() => code.textContent()).toContain("line 60");
});

test("[TEXT-4] a long context is folded, and a search in the page finds what is folded and opens it", async () => {
  const input = { context: `${"Much to know.\n\n".repeat(120)}The needle.`, questions: askOne.input.questions };
  const { card } = await openInquiryPage(testServer, { name: "ask_user_question", input });
  const toggle = card.getByRole("button", { name: "Show context" });
  await toggle.waitFor();
  const folded = card.locator(".ask-context-text");
  expect(await folded.getAttribute("hidden")).toBe("until-found");
  expect(await folded.textContent()).toContain("The needle.");
  // A headless browser has no search, so the test sends the event by which one reveals what it finds.
  await folded.evaluate((element) => element.dispatchEvent(new Event("beforematch", { bubbles: true })));
  await card.getByText("The needle.").click({ trial: true });
  await card.getByRole("button", { name: "Hide context" }).click();
  await toggle.waitFor();
  expect(await card.getByText("The needle.").isVisible()).toBe(false);
});

test("[TEXT-5] headings have three sizes, and lists and quotations have margins", async () => {
  const text = "# One\n\nText.\n\n## Two\n\n### Three\n\n#### Four\n\nBefore.\n\n- a\n- b\n\n> quoted\n\nAfter.";
  const conversation = await testServer.startConversation("scripted", [{ text }]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  const shown = page.getByRole("log").locator(".ask-text");
  await shown.getByText("After.").waitFor();
  const sizes = await shown
    .locator("h1, h2, h3, h4")
    .evaluateAll((headings) => headings.map((heading) => getComputedStyle(heading).fontSize));
  expect(sizes).toEqual(["20px", "17px", "15px", "15px"]);
  const margins = await shown
    .locator("ul, blockquote, li:last-child")
    .evaluateAll((parts) => parts.map((part) => Number.parseFloat(getComputedStyle(part).marginBlockStart)));
  expect(margins).toEqual([12, 4, 16]);
});

test("[TEXT-6] a task list shows its boxes, which cannot be changed", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "- [x] Buy **milk**\n- [ ] Rest" }]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  const [done, open] = [page.getByRole("checkbox", { name: "Buy milk" }), page.getByRole("checkbox", { name: "Rest" })];
  await done.waitFor();
  expect([await done.isChecked(), await open.isChecked()]).toEqual([true, false]);
  expect([await done.isDisabled(), await open.isDisabled()]).toEqual([true, true]);
  expect(await axeOf(page)).toEqual([]);
});

test("[CHAT-12] a print has all messages, and neither bars nor buttons", { tags: "smoke" }, async () => {
  const conversation = await testServer.startConversation("scripted", [
    { text: `${"**Long.**\n\n".repeat(200)}The end.` },
  ]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await page.getByText("The end.", { exact: true }).waitFor();
  await page.emulateMedia({ media: "print" });
  const messages = page.locator(".ask-chat-scroll");
  expect(await messages.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
  expect(await messages.evaluate((box) => box.clientHeight)).toBeGreaterThan(4_000);
  expect(
    await page
      .locator(".ask-composer, .ask-chat-tools")
      .evaluateAll((bars) => bars.filter((bar) => bar.checkVisibility()).length),
  ).toBe(0);
});
