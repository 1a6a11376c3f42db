import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { openInquiry, rowOf } from "../../harness/browser/inbox.ts";
import { axeOf } from "../../harness/browser/page-checks.ts";
import { pick } from "../../harness/browser/pick-option.ts";
import { askOne, askTwo } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();

test("[LOOK-2] with reduced motion nothing moves: neither while an agent works, nor while an answer is held, nor while a list loads", async () => {
  const conversation = await testServer.startConversation("scripted", [{ hang: true }]);
  const working = { path: `/c/${conversation.id}` };
  const lively = await openPage(testServer, working);
  await expect.poll(() => movingIn(lively)).not.toEqual([]);
  const calm = await openPage(testServer, { ...working, reducedMotion: true });
  await calm.locator(".ask-status .ask-pulse").waitFor();
  expect(await movingIn(calm)).toEqual([]);

  const { inquiryId, conversation: held } = await openInquiry(testServer, "Tea or coffee?");
  const page = await openPage(testServer, { path: `/c/${held.id}`, reducedMotion: true });
  await page.getByRole("radio", { name: "Tea" }).waitFor();
  // A card that has the focus does not change with events from elsewhere.
  await page.getByRole("textbox", { name: "Message", exact: true }).focus();
  const answers = [{ question: "q1", options: ["o1"] }];
  await testServer.api.post(`/v1/inquiries/${inquiryId}/answer`, { answers, hold: 300 });
  await page.getByRole("button", { name: "Undo" }).waitFor();
  expect(await movingIn(page)).toEqual([]);

  await page.route(/\/v1\/inquiries\?/, () => {});
  await page.getByRole("link", { name: "Inbox" }).click();
  await page.getByText("Loading the inbox…").waitFor();
  expect(await movingIn(page)).toEqual([]);
});

test("[LOOK-3] on touch every control of the card, the chat and the inbox is at least 44 px high and wide", async () => {
  const touch = { hasTouch: true, width: 390, height: 844 };
  const conversation = await testServer.startConversation("scripted", [
    { calls: [{ name: "note", input: { line: "milk" } }] },
    { calls: [askTwo] },
  ]);
  const { id } = await conversation.waitForInquiry();
  const { inquiryId } = await openInquiry(testServer, "Tea or coffee?");
  const chat = await openPage(testServer, { path: `/c/${conversation.id}`, ...touch });
  await chat.getByRole("radio", { name: "SQLite" }).waitFor();
  expect(await chat.evaluate(() => matchMedia("(pointer: coarse)").matches)).toBe(true);
  expect(await smallIn(chat)).toEqual([]);

  const list = await openPage(testServer, { path: "/inbox", ...touch });
  await rowOf(list, "Tea or coffee?").getByRole("checkbox").waitFor({ state: "attached" });
  expect(await smallIn(list)).toEqual([]);
  for (const inquiry of [id, inquiryId]) {
    const detail = await openPage(testServer, { path: `/inbox/needs-you/${inquiry}`, ...touch });
    await detail.getByRole("button", { name: "Snooze" }).waitFor();
    await detail.getByRole("radio").first().waitFor();
    expect(await smallIn(detail)).toEqual([]);
  }
  for (const path of ["/inbox/done", "/settings", "/"]) {
    const page = await openPage(testServer, { path, ...touch });
    await page.getByRole("main").getByRole("heading").first().waitFor();
    expect(await smallIn(page), path).toEqual([]);
  }
});

test("[LOOK-5] on a small phone every setting is in the window, beside or below its name", async () => {
  const page = await openPage(testServer, { path: "/settings", width: 320, hasTouch: true });
  await page.getByLabel("Theme").waitFor();
  const hidden = await page.locator(".app-setting :is(select, input, button)").evaluateAll((controls) =>
    controls
      .map((control) => ({ control, name: control.parentElement?.firstElementChild }))
      .filter(({ control, name }) => {
        const size = control.getBoundingClientRect();
        const beside = name?.getBoundingClientRect() ?? size;
        const isCovering = size.left < beside.right && beside.top < size.bottom && size.top < beside.bottom;
        return isCovering || size.left < 0 || size.right > innerWidth;
      })
      .map(({ name }) => name?.textContent),
  );
  expect(hidden).toEqual([]);
});

test("[LANGUAGE-3] in a right-to-left language the layout mirrors: sidebar and list are at the right", async () => {
  const { inquiryId } = await openInquiry(testServer, "Tea or coffee?");
  const page = await openPage(testServer, { path: `/inbox/needs-you/${inquiryId}`, language: "ar" });
  await page.getByRole("radio").first().waitFor();
  const left = async (selector: string) => (await page.locator(selector).first().boundingBox())?.x ?? Number.NaN;
  expect(await left(".app-side")).toBeGreaterThan(await left(".app-main"));
  expect(await left(".ask-inbox-list")).toBeGreaterThan(await left(".ask-inbox-detail"));
  expect(await left(".ask-row-names")).toBeGreaterThan(await left(".ask-row-time"));
  // Text of the other direction is aligned with the rest.
  for (const selector of [".ask-row-question", ".app-conversation-title"])
    expect(
      await page
        .locator(selector)
        .first()
        .evaluate((line) => getComputedStyle(line).textAlign),
      selector,
    ).toBe("right");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await axeOf(page)).toEqual([]);
});

test("[LANGUAGE-2] agents' text has its own direction, and code runs left to right", async () => {
  const question = "أي قاعدة بيانات؟";
  const options = [{ label: "Postgres" }, { label: "SQLite" }];
  const conversation = await testServer.startConversation("scripted", [
    { text: "مرحبا `npm test` مرحبا", calls: [{ name: "note", input: { line: "milk" } }] },
    { calls: [{ name: "ask_user_question", input: { questions: [{ question, options }] } }] },
  ]);
  await conversation.waitForInquiry();
  const directionOf = (page: Page, text: string) =>
    page
      .getByRole("log")
      .getByText(text, { exact: true })
      .filter({ visible: true })
      .evaluate((element) => getComputedStyle(element).direction);
  for (const language of ["en", "ar"]) {
    const page = await openPage(testServer, { path: `/c/${conversation.id}`, language });
    await page.getByRole("radio", { name: "Postgres" }).waitFor();
    expect(await directionOf(page, question), language).toBe("rtl");
    expect(await directionOf(page, "Postgres"), language).toBe("ltr");
    expect(await directionOf(page, "npm test"), language).toBe("ltr");
    expect(await directionOf(page, "Note"), language).toBe("ltr");
    expect(await axeOf(page), language).toEqual([]);
  }
});

test("[LANGUAGE-2] a field has the direction of the page while it is empty, and then that of what is written in it", async () => {
  const conversation = await testServer.startConversation("scripted", [{ calls: [askOne] }]);
  await conversation.waitForInquiry();
  const page = await openPage(testServer, { path: `/c/${conversation.id}`, language: "ar" });
  await page.getByRole("radio", { name: "Tea" }).waitFor();
  for (const selector of [".ask-field", ".ask-composer-field", ".app-search input"]) {
    const field = page.locator(selector).first();
    const direction = () => field.evaluate((element) => getComputedStyle(element).direction);
    expect(await direction(), selector).toBe("rtl");
    await field.fill("Hello");
    expect(await direction(), selector).toBe("ltr");
  }
});

test("[LOOK-1] under forced colours the focus, the picked option and the open row can be seen", async () => {
  const conversation = await testServer.startConversation("scripted", [{ calls: [askOne] }]);
  const { id } = await conversation.waitForInquiry();
  const page = await openPage(testServer, { path: `/inbox/needs-you/${id}` });
  await page.emulateMedia({ forcedColors: "active" });
  // A click might answer by one tap.
  await pick(page.locator("section[data-inquiry]"), "Coffee");
  expect(await axeOf(page)).toEqual([]);
  await page.keyboard.press("Shift+Tab");
  const focused = await page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
    return `${outlineStyle} ${outlineWidth}`;
  });
  expect(focused).not.toMatch(/none|\b0px/);
  const outlineOf = (name: string) =>
    page
      .locator(".ask-option-row", { hasText: name })
      .evaluate((row) =>
        ["outline", "borderColor", "borderWidth", "boxShadow"].map((key) => Reflect.get(getComputedStyle(row), key)),
      );
  expect(await outlineOf("Coffee")).not.toEqual(await outlineOf("Tea"));
});

/** The classes of the elements that are animated. */
function movingIn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === "running")
      .map(({ effect }) => (effect instanceof KeyframeEffect ? (effect.target?.className ?? "") : "")),
  );
}

/** Visible controls that are too small for a finger. For a native input its label is measured. */
function smallIn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, a[href], select, textarea, summary, [role=row], label")]
      // The label of a text field is no target of its own, that of a checkbox is.
      .filter(
        (control) =>
          !(control instanceof HTMLLabelElement) || /checkbox|radio/.test(Reflect.get(control.control ?? {}, "type")),
      )
      .filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      // A link in running text is as high as its line.
      .filter((control) => getComputedStyle(control).display !== "inline" && control.tabIndex >= -1)
      .map((control) => ({ control, size: control.getBoundingClientRect() }))
      // Elements for screen readers only have no size, or are off screen until they have the focus.
      .filter(({ size }) => size.width > 1 && size.right > 0 && size.bottom > 0)
      .filter(({ size }) => size.height < 43.5 || size.width < 43.5)
      .map(({ control, size }) => {
        const name = control.textContent?.trim().slice(0, 20) || control.getAttribute("aria-label");
        return `${control.tagName}.${control.className} “${name}” ${Math.round(size.width)}x${Math.round(size.height)}`;
      }),
  );
}
