import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openAsked } from "../support/asked-page.ts";
import { askOne } from "../support/asks.ts";
import { openPage } from "../support/browser.ts";
import { axeOf, tooWide } from "../support/page-checks.ts";
import { openStage } from "../support/stage.ts";

const stage = await openStage();
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

/** All that the agent's text could have brought onto the page. */
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

test("[L-1] hostile text in the chat does nothing, and where its links lead is shown", async () => {
  const scene = await stage.play("puppet", [{ text: hostile }]);
  await scene.reached("idle");
  const page = await openPage(stage, { path: `/c/${scene.id}`, width: 320 });
  const said = page.locator(".ask-message[data-role=agent]");
  await said.getByText("(evil.test)").waitFor();
  await said.getByText("<script>document").waitFor();
  expect(await planted(page)).toEqual(harmless);
  expect(await said.textContent()).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
  expect(await tooWide(page)).toEqual([]);
});

test("[L-1] hostile text in context, question, description and preview does nothing, and widens nothing", async () => {
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
  const { page, card } = await openAsked(stage, { name: "ask_user_question", input }, { width: 320 });
  for (const label of ["Tea", "Coffee", "Milk", "Water"])
    await card.getByRole("button", { name: `Preview: ${label}` }).click();
  await card.getByText("(evil.test)").nth(2).waitFor();
  await expect.poll(() => card.locator(".ask-preview pre").count()).toBe(3);
  expect(await planted(page)).toEqual(harmless);
  expect(await card.locator(".ask-body").textContent()).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
  expect(await tooWide(page)).toEqual([]);
  expect(await axeOf(page)).toEqual([]);
});

test("[L-2] labels and headers are shown as they are written, without what hides or reorders", async () => {
  const options = [
    { label: "**Yes** <b>now</b> [x](https://evil.test/)" },
    { label: overridden },
    { label: "N\u200Bo\u00AD thanks" },
  ];
  const questions = [{ question: "Sure?", header: "<i>\u202Eoh</i>", options }];
  const { card } = await openAsked(stage, { name: "ask_user_question", input: { questions } });
  await card.getByRole("radio", { name: "**Yes** <b>now</b> [x](https://evil.test/)", exact: true }).waitFor();
  await card.getByRole("radio", { name: "safeelif eteled", exact: true }).waitFor();
  await card.getByRole("radio", { name: "No thanks", exact: true }).waitFor();
  expect(await card.locator(".ask-topic").textContent()).toBe("<i>oh</i>");
  expect(await card.getByRole("link").count()).toBe(0);
});

test("[L-3] a preview shows 40 lines until asked, and is copied whole", async () => {
  const lines = Array.from({ length: 60 }, (_, n) => `line ${n + 1}`).join("\n");
  const options = [{ label: "Tea", preview: { kind: "code", text: lines } }, { label: "Coffee" }];
  const questions = [{ question: "Tea or coffee?", options }];
  const { page, card } = await openAsked(stage, { name: "ask_user_question", input: { questions } });
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

test("[L-4] a long context is folded, and a search in the page finds what is folded and opens it", async () => {
  const input = { context: `${"Much to know.\n\n".repeat(120)}The needle.`, questions: askOne.input.questions };
  const { page, card } = await openAsked(stage, { name: "ask_user_question", input });
  const toggle = card.getByRole("button", { name: "Show all" });
  await toggle.waitFor();
  await card.evaluate((node) => {
    getSelection()?.collapse(node, 0);
    Reflect.apply(Reflect.get(window, "find"), window, ["The needle."]);
    // A browser shows what its own search found; this one leaves that to the page.
    getSelection()?.focusNode?.parentElement?.scrollIntoView({ block: "end" });
  });
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("The needle.");
  await card.getByRole("button", { name: "Show less" }).click();
  await toggle.waitFor();
});
