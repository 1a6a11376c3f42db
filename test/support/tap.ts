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
