import type { Locator } from "playwright-core";

/** More than the time for which a card must be in view, and the window focused, before a tap answers. */
const deliberateMs = 800;

/** Waits until a tap on a card counts as deliberate; an earlier one only picks. */
export async function waitUntilDeliberate(card: Locator): Promise<void> {
  await card.evaluate(
    (_, ms) =>
      new Promise<void>((resolve) => {
        // After two frames the card has been told that it is in view.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, ms)));
      }),
    deliberateMs,
  );
}

/** Answers by one tap. */
export async function tap(card: Locator, option: string): Promise<void> {
  await waitUntilDeliberate(card);
  await card.getByText(option, { exact: true }).click();
}

/** Opens the review, and waits until its buttons work. */
export async function review(card: Locator): Promise<void> {
  await card.getByRole("button", { name: "Review", exact: true }).last().click();
  await waitUntilDeliberate(card);
}

interface TapTiming {
  /** The selector of what is pressed first to bring the option into view. */
  readonly after?: string;
  /** For how many milliseconds the pointer stays down. */
  readonly heldFor?: number;
}

/** Presses an option as soon as it is in the page, faster than a person can. */
export async function tapAtOnce(card: Locator, option: string, { after, heldFor = 0 }: TapTiming = {}): Promise<void> {
  await card.evaluate(
    async (node, { option, after, heldFor }) => {
      const rowOf = () =>
        [...node.querySelectorAll<HTMLElement>(".ask-option-row")].find((row) => row.textContent?.includes(option));
      // A mutation is noticed before the next frame, which may be late.
      const isThere = new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => rowOf() && resolve());
        observer.observe(node, { childList: true, subtree: true });
      });
      if (after !== undefined) node.querySelector<HTMLElement>(after)?.click();
      if (!rowOf()) await isThere;
      const pointer = { bubbles: true, isPrimary: true, button: 0 };
      rowOf()?.dispatchEvent(new PointerEvent("pointerdown", pointer));
      if (heldFor > 0) await new Promise((resolve) => setTimeout(resolve, heldFor));
      rowOf()?.dispatchEvent(new PointerEvent("pointerup", pointer));
      rowOf()?.click();
    },
    { option, after, heldFor },
  );
}

/** Presses parts of an element one after the other, each as soon as it is in the page, faster than a person can. */
export async function pressAtOnce(parent: Locator, ...parts: readonly string[]): Promise<void> {
  await parent.evaluate(async (node, parts) => {
    const pointer = { bubbles: true, cancelable: true, isPrimary: true, button: 0, detail: 1, pointerType: "mouse" };
    for (const part of parts) {
      // A mutation is noticed before the next frame, which may be late.
      const isThere = new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => node.querySelector(part) && resolve());
        observer.observe(node, { childList: true, subtree: true });
      });
      if (!node.querySelector(part)) await isThere;
      for (const type of ["pointerdown", "pointerup", "click"])
        node.querySelector(part)?.dispatchEvent(new PointerEvent(type, pointer));
      // React renders what a press changes in a microtask of the press.
      await Promise.resolve();
    }
  }, parts);
}
