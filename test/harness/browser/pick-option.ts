import type { Locator } from "playwright-core";
import { expect } from "vitest";

/** Picks an option by keyboard; right after the card gets the focus it ignores keys for a moment. */
export async function pick(card: Locator, option: string): Promise<void> {
  const radio = card.getByRole("radio", { name: option });
  await expect
    .poll(async () => {
      await radio.press("Space");
      return radio.isChecked();
    })
    .toBe(true);
}
