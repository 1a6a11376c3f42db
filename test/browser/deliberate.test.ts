import { expect, test } from "vitest";
import { isFocused, openAsked } from "../support/asked-page.ts";
import { askOne, askTwo } from "../support/asks.ts";
import { openPage } from "../support/browser.ts";
import { emptyInbox, rowOf, waiting } from "../support/inbox.ts";
import { openStage, type Scene } from "../support/stage.ts";
import { lookedAt, pressAtOnce, tap, tapAtOnce } from "../support/tap.ts";

const stage = await openStage();

async function statusOf(scene: Scene): Promise<string> {
  return (await stage.api.get(`/v1/conversations/${scene.id}`)).body.inquiry?.status;
}

test("[C-11] on a card that was just unfolded a tap only picks, until it has been looked at", async () => {
  const { scene, card } = await openAsked(stage, askOne);
  await lookedAt(card);
  await card.getByRole("button", { name: "Fold the question" }).click();
  await lookedAt(card);
  await tapAtOnce(card, "Tea", { after: "[data-focus=unfold]" });
  await card.getByRole("radio", { name: "Tea", checked: true }).waitFor();
  expect(await statusOf(scene)).toBe("open");
  await tap(card, "Coffee");
  await card.getByRole("button", { name: "Undo" }).waitFor();
});

test("[C-11] on a card that came back by Undo a tap only picks", async () => {
  const { scene, card } = await openAsked(stage, askOne);
  await tap(card, "Tea");
  await card.getByRole("button", { name: "Undo" }).waitFor();
  await tapAtOnce(card, "Coffee", { after: ".ask-held button" });
  await card.getByRole("radio", { name: "Coffee", checked: true }).waitFor();
  expect(await statusOf(scene)).toBe("open");
});

test("[C-11] on a card that text has just pushed away a tap only picks", async () => {
  const { scene, card } = await openAsked(stage, askOne);
  await lookedAt(card);
  await card.evaluate((node) => {
    node.style.translate = "0 20px";
  });
  await tapAtOnce(card, "Tea");
  await card.getByRole("radio", { name: "Tea", checked: true }).waitFor();
  expect(await statusOf(scene)).toBe("open");
});

test("[C-11] a long press that wakes the window only picks", async () => {
  const { scene, card } = await openAsked(stage, askOne);
  await lookedAt(card);
  await card.evaluate(() => window.dispatchEvent(new FocusEvent("focus")));
  await tapAtOnce(card, "Tea", { heldFor: 500 });
  await card.getByRole("radio", { name: "Tea", checked: true }).waitFor();
  expect(await statusOf(scene)).toBe("open");
});

test("[C-11] a long press on a card that was looked at answers as a short one does", async () => {
  const { card } = await openAsked(stage, askOne);
  await lookedAt(card);
  await tapAtOnce(card, "Tea", { heldFor: 500 });
  await card.getByRole("button", { name: "Undo" }).waitFor();
});

test("[C-11] a press that the browser took for scrolling answers nothing, whatever goes up there later", async () => {
  const { scene, card } = await openAsked(stage, askOne);
  await lookedAt(card);
  await card.locator(".ask-option-row", { hasText: "Tea" }).evaluate((row) => {
    for (const type of ["pointerdown", "pointercancel", "pointerup"])
      row.dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary: true, button: 0 }));
    row.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });
  await card.getByRole("radio", { name: "Tea", checked: true }).waitFor();
  expect(await statusOf(scene)).toBe("open");
});

const decide = ".ask-ways-out .ask-quiet:nth-child(2)";

test("[C-15] a click on You decide that wakes the window only focuses it, and another one decides", async () => {
  const { scene, page, card } = await openAsked(stage, askTwo);
  const button = card.getByRole("button", { name: "You decide" });
  await lookedAt(card);
  await button.hover();
  await page.evaluate(() => window.dispatchEvent(new FocusEvent("focus")));
  await page.mouse.down();
  await page.mouse.up();
  await expect.poll(() => isFocused(button)).toBe(true);
  expect(await statusOf(scene)).toBe("open");
  await lookedAt(card);
  await button.click();
  await card.getByText("You let puppet decide").waitFor();
});

test("[C-15] You decide is not taken from a press on a card that has just moved, or on a button that has just come", async () => {
  const { scene, card } = await openAsked(stage, askTwo);
  await lookedAt(card);
  await card.evaluate((node) => {
    node.style.translate = "0 20px";
  });
  await pressAtOnce(card, decide);
  await lookedAt(card);
  expect(await card.getAttribute("data-state")).toBe("pending");
  await pressAtOnce(card, "[data-open=decline]", ".ask-settle .ask-button", decide);
  await lookedAt(card);
  expect(await card.getAttribute("data-state")).toBe("pending");
  expect(await statusOf(scene)).toBe("open");
});

test("[C-15] You decide is pressed by a key at any time", async () => {
  const { page, card } = await openAsked(stage, askTwo);
  await lookedAt(card);
  await card.evaluate((node) => {
    node.style.translate = "0 20px";
  });
  await card.getByRole("button", { name: "You decide" }).focus();
  await page.keyboard.press("Enter");
  await card.getByText("You let puppet decide").waitFor();
});

test("[C-15] a double click on Decline only asks for the reason", async () => {
  const { scene, card } = await openAsked(stage, askTwo);
  await lookedAt(card);
  await pressAtOnce(card, "[data-open=decline]", ".ask-settle .ask-danger");
  await lookedAt(card);
  expect(await card.getAttribute("data-state")).toBe("pending");
  expect(await statusOf(scene)).toBe("open");
  await card.getByRole("button", { name: "Decline", exact: true }).click();
  await card.getByText("You declined to answer").waitFor();
});

test("[I-4] a quick answer of a row that has just moved under the pointer is not sent", async () => {
  await emptyInbox(stage);
  const first = await waiting(stage, "The first?");
  const second = await waiting(stage, "The second?");
  const page = await openPage(stage, { path: "/inbox" });
  const row = rowOf(page, "The second?");
  const button = row.getByRole("button", { name: "Tea" });
  await lookedAt(button);
  await stage.api.post(`/v1/inquiries/${first.inquiryId}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
  // The press comes in the frame in which the row has moved up.
  await row.evaluate(async (element) => {
    const { top } = element.getBoundingClientRect();
    while (element.getBoundingClientRect().top === top) await new Promise(requestAnimationFrame);
    const [quick] = element.querySelectorAll<HTMLElement>(".ask-quick");
    const pointer = { bubbles: true, isPrimary: true, button: 0, buttons: 1, pointerType: "mouse", detail: 1 };
    quick?.dispatchEvent(new PointerEvent("pointerdown", pointer));
    quick?.dispatchEvent(new PointerEvent("pointerup", { ...pointer, buttons: 0 }));
    quick?.dispatchEvent(new PointerEvent("click", pointer));
  });
  await lookedAt(button);
  expect(await statusOf(second.scene)).toBe("open");
  await button.click();
  await page.getByRole("button", { name: "Undo" }).waitFor();
});
