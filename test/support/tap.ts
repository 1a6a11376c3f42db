import type { Locator } from "playwright-core";

/** More than the card wants to have been in view for, and than it waits after the window was focused. */
const glanceMs = 800;

/** Waits as long as somebody looks at a card before they press on it; what comes sooner only picks. */
export async function lookedAt(card: Locator): Promise<void> {
  await card.evaluate(
    (_, ms) =>
      new Promise<void>((resolve) => {
        // Two frames, so that the card knows by then that it is in view.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, ms)));
      }),
    glanceMs,
  );
}

/** Answers by one tap. */
export async function tap(card: Locator, option: string): Promise<void> {
  await lookedAt(card);
  await card.getByText(option, { exact: true }).click();
}

/** Goes to the review and reads it; what is pressed there sooner does nothing. */
export async function review(card: Locator): Promise<void> {
  await card.getByRole("button", { name: "Review" }).last().click();
  await lookedAt(card);
}

interface HastyTap {
  /** What is pressed first, so that the option comes into view by it. */
  readonly after?: string;
  /** For how many milliseconds the pointer stays down. */
  readonly heldFor?: number;
}

/** Presses on an option in the moment in which it is there, sooner than any hand. */
export async function tapAtOnce(card: Locator, option: string, { after, heldFor = 0 }: HastyTap = {}): Promise<void> {
  await card.evaluate(
    async (node, { option, after, heldFor }) => {
      const rowOf = () =>
        [...node.querySelectorAll<HTMLElement>(".ask-option-row")].find((row) => row.textContent?.includes(option));
      if (after !== undefined) node.querySelector<HTMLElement>(after)?.click();
      while (!rowOf()) await new Promise(requestAnimationFrame);
      const pointer = { bubbles: true, isPrimary: true, button: 0 };
      rowOf()?.dispatchEvent(new PointerEvent("pointerdown", pointer));
      if (heldFor > 0) await new Promise((resolve) => setTimeout(resolve, heldFor));
      rowOf()?.dispatchEvent(new PointerEvent("pointerup", pointer));
      rowOf()?.click();
    },
    { option, after, heldFor },
  );
}

/** Presses on parts of a card one after the other, each in the moment in which it is there, sooner than any hand. */
export async function pressAtOnce(card: Locator, ...parts: readonly string[]): Promise<void> {
  await card.evaluate(async (node, parts) => {
    const pointer = { bubbles: true, cancelable: true, isPrimary: true, button: 0, detail: 1, pointerType: "mouse" };
    for (const part of parts) {
      while (!node.querySelector(part)) await new Promise(requestAnimationFrame);
      for (const type of ["pointerdown", "pointerup", "click"])
        node.querySelector(part)?.dispatchEvent(new PointerEvent(type, pointer));
      // What comes of it is on the page by then.
      await new Promise(requestAnimationFrame);
    }
  }, parts);
}
