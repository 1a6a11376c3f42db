import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { askOne, askTwo } from "../support/asks.ts";
import { openPage } from "../support/browser.ts";
import { rowOf, waiting } from "../support/inbox.ts";
import { axeOf } from "../support/page-checks.ts";
import { openStage } from "../support/stage.ts";

const stage = await openStage();

test("[V-2] with reduced motion nothing moves: neither while an agent works, nor while an answer is held, nor while a list loads", async () => {
  const scene = await stage.play("puppet", [{ text: "One moment.", hang: true }]);
  const working = { path: `/c/${scene.id}` };
  const lively = await openPage(stage, working);
  await expect.poll(() => movingIn(lively)).not.toEqual([]);
  const calm = await openPage(stage, { ...working, reducedMotion: true });
  await calm.getByRole("log").getByText("One moment.").waitFor();
  expect(await movingIn(calm)).toEqual([]);

  const { inquiryId, scene: held } = await waiting(stage, "Tea or coffee?");
  const page = await openPage(stage, { path: `/c/${held.id}`, reducedMotion: true });
  await page.getByRole("radio", { name: "Tea" }).waitFor();
  // A card that somebody is in stays as it is, whatever happens elsewhere.
  await page.getByRole("textbox", { name: "Message", exact: true }).focus();
  const answers = [{ question: "q1", options: ["o1"] }];
  await stage.api.post(`/v1/inquiries/${inquiryId}/answer`, { answers, hold: 30 });
  await page.getByRole("button", { name: "Undo" }).waitFor();
  expect(await movingIn(page)).toEqual([]);

  await page.route(/\/v1\/inquiries\?/, () => {});
  await page.getByRole("link", { name: "Inbox" }).click();
  await page.getByText("Loading the inbox…").waitFor();
  expect(await movingIn(page)).toEqual([]);
});

test("[V-3] on touch every control of the card, the chat and the inbox is at least 44 px high and wide", async () => {
  const touch = { hasTouch: true, width: 390, height: 844 };
  const scene = await stage.play("puppet", [
    { calls: [{ name: "note", input: { line: "milk" } }] },
    { calls: [askTwo] },
  ]);
  const { id } = await scene.asked();
  const { inquiryId } = await waiting(stage, "Tea or coffee?");
  const chat = await openPage(stage, { path: `/c/${scene.id}`, ...touch });
  await chat.getByRole("radio", { name: "SQLite" }).waitFor();
  expect(await chat.evaluate(() => matchMedia("(pointer: coarse)").matches)).toBe(true);
  expect(await smallIn(chat)).toEqual([]);

  const list = await openPage(stage, { path: "/inbox", ...touch });
  await rowOf(list, "Tea or coffee?").getByRole("button", { name: "Coffee" }).waitFor();
  expect(await smallIn(list)).toEqual([]);
  for (const inquiry of [id, inquiryId]) {
    const detail = await openPage(stage, { path: `/inbox/needs-you/${inquiry}`, ...touch });
    await detail.getByRole("button", { name: "Snooze" }).waitFor();
    await detail.getByRole("radio").first().waitFor();
    expect(await smallIn(detail)).toEqual([]);
  }
  for (const path of ["/inbox/done", "/settings", "/"]) {
    const page = await openPage(stage, { path, ...touch });
    await page.getByRole("main").getByRole("heading").first().waitFor();
    expect(await smallIn(page), path).toEqual([]);
  }
});

test("[V-5] on a small phone every setting is in the window, beside or below its name", async () => {
  const page = await openPage(stage, { path: "/settings", width: 320, hasTouch: true });
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

test("[G-3] in a right-to-left language the layout mirrors: sidebar and list are at the right", async () => {
  const { inquiryId } = await waiting(stage, "Tea or coffee?");
  const page = await openPage(stage, { path: `/inbox/needs-you/${inquiryId}`, language: "ar" });
  await page.getByRole("radio").first().waitFor();
  const left = async (place: string) => (await page.locator(place).first().boundingBox())?.x ?? Number.NaN;
  expect(await left(".app-side")).toBeGreaterThan(await left(".app-main"));
  expect(await left(".ask-inbox-list")).toBeGreaterThan(await left(".ask-inbox-detail"));
  expect(await left(".ask-row-names")).toBeGreaterThan(await left(".ask-row-time"));
  // Words of another direction stand in line with the rest.
  for (const place of [".ask-row-question", ".app-conversation-title"])
    expect(
      await page
        .locator(place)
        .first()
        .evaluate((line) => getComputedStyle(line).textAlign),
      place,
    ).toBe("right");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await axeOf(page)).toEqual([]);
});

test("[G-2] agents' text has its own direction, and code runs left to right", async () => {
  const question = "أي قاعدة بيانات؟";
  const options = [{ label: "Postgres" }, { label: "SQLite" }];
  const scene = await stage.play("puppet", [
    { text: "مرحبا `npm test` مرحبا", calls: [{ name: "note", input: { line: "milk" } }] },
    { calls: [{ name: "ask_user_question", input: { questions: [{ question, options }] } }] },
  ]);
  await scene.asked();
  const directionOf = (page: Page, text: string) =>
    page
      .getByRole("log")
      .getByText(text, { exact: true })
      .filter({ visible: true })
      .evaluate((element) => getComputedStyle(element).direction);
  for (const language of ["en", "ar"]) {
    const page = await openPage(stage, { path: `/c/${scene.id}`, language });
    await page.getByRole("radio", { name: "Postgres" }).waitFor();
    expect(await directionOf(page, question), language).toBe("rtl");
    expect(await directionOf(page, "Postgres"), language).toBe("ltr");
    expect(await directionOf(page, "npm test"), language).toBe("ltr");
    expect(await directionOf(page, "note"), language).toBe("ltr");
    expect(await axeOf(page), language).toEqual([]);
  }
});

test("[G-2] a field has the direction of the page while it is empty, and then that of what is written in it", async () => {
  const scene = await stage.play("puppet", [{ calls: [askOne] }]);
  await scene.asked();
  const page = await openPage(stage, { path: `/c/${scene.id}`, language: "ar" });
  await page.getByRole("radio", { name: "Tea" }).waitFor();
  for (const place of [".ask-field", ".ask-composer-field", ".app-search"]) {
    const field = page.locator(place).first();
    const direction = () => field.evaluate((element) => getComputedStyle(element).direction);
    expect(await direction(), place).toBe("rtl");
    await field.fill("Hello");
    expect(await direction(), place).toBe("ltr");
  }
});

test("[V-1] under forced colours the focus, the picked option and the open row can be seen", async () => {
  const scene = await stage.play("puppet", [{ calls: [askOne] }]);
  const { id } = await scene.asked();
  const page = await openPage(stage, { path: `/inbox/needs-you/${id}` });
  await page.emulateMedia({ forcedColors: "active" });
  await page.getByRole("radio", { name: "Coffee" }).check();
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

/** What is in motion, by its class. */
function movingIn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === "running")
      .map(({ effect }) => (effect instanceof KeyframeEffect ? (effect.target?.className ?? "") : "")),
  );
}

/** Controls that can be seen and are too small to be hit by a finger. The label of a native input is hit instead of it. */
function smallIn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, a[href], select, textarea, summary, [role=row], label")]
      // The label of a field is no target of its own, that of a box to tick is.
      .filter(
        (control) =>
          !(control instanceof HTMLLabelElement) || /checkbox|radio/.test(Reflect.get(control.control ?? {}, "type")),
      )
      .filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      // A link in running text is as high as its line.
      .filter((control) => getComputedStyle(control).display !== "inline" && control.tabIndex >= -1)
      .map((control) => ({ control, size: control.getBoundingClientRect() }))
      // What is there for screen readers alone has no size, or is out of the window until it has the focus.
      .filter(({ size }) => size.width > 1 && size.right > 0 && size.bottom > 0)
      .filter(({ size }) => size.height < 43.5 || size.width < 43.5)
      .map(({ control, size }) => {
        const name = control.textContent?.trim().slice(0, 20) || control.getAttribute("aria-label");
        return `${control.tagName}.${control.className} “${name}” ${Math.round(size.width)}x${Math.round(size.height)}`;
      }),
  );
}
