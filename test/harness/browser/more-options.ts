import type { Page } from "playwright-core";

/** Gives every question that the page reads this many options, more than the contracts allow. */
export async function showMoreOptions(page: Page, count: number): Promise<void> {
  const options = Array.from({ length: count }, (_, n) => ({ id: `o${n + 1}`, label: `Option ${n + 1}` }));
  const withOptions = (_: string, value: unknown) => (isQuestion(value) ? { ...value, options } : value);
  await page.route(/\/v1\/(inquiries|conversations)\//, async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const response = await route.fetch();
    const body = await response.text();
    if (!/json/.test(response.headers()["content-type"] ?? "")) return route.fulfill({ response, body });
    await route.fulfill({ response, body: JSON.stringify(JSON.parse(body, withOptions)) });
  });
}

function isQuestion(value: unknown): value is object {
  return typeof value === "object" && value !== null && "multiSelect" in value && "options" in value;
}
