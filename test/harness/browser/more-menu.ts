import type { Locator } from "playwright-core";

/** Chooses an item of the menu in the footer of a card. */
export async function chooseMore(card: Locator, item: string): Promise<void> {
  await card.getByRole("button", { name: "More", exact: true }).click();
  const page = card.page();
  await page.getByRole("menuitem", { name: item }).click();
  await page.getByRole("menu").waitFor({ state: "detached" });
}
