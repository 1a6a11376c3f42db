import type { Locator } from "playwright-core";
import { expect } from "vitest";

/** Picks an option by keyboard, as soon as the card hears it: just after it was given the focus it is deaf. */
export async function pick(card: Locator, option: string): Promise<void> {
  const radio = card.getByRole("radio", { name: option });
  await expect
    .poll(
      async () => {
        await radio.press("Space");
        return radio.isChecked();
      },
      { timeout: 15_000 },
    )
    .toBe(true);
}
