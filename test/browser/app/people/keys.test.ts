import { expect, test } from "vitest";
import { openPage } from "../../../harness/browser/browser.ts";
import { axeOf, tooWide } from "../../../harness/browser/page-checks.ts";
import { startTestServer } from "../../../harness/server/test-server.ts";

const testServer = await startTestServer();
const { api, server } = testServer;
const path = "/settings/keys";

/** What the server says to a request with a key. */
async function statusWith(key: string): Promise<number> {
  return (await fetch(`${server.url}/v1/conversations`, { headers: { authorization: `Bearer ${key}` } })).status;
}

test("[PEOPLE-24] a key is shown once when it is made, and is refused as soon as it is revoked", {
  tags: "smoke",
}, async () => {
  const page = await openPage(testServer, { path });
  await page.getByText("No keys yet.").waitFor();
  expect(await page.title()).toContain("Keys");
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByRole("textbox", { name: "Name" }).and(page.locator(":focus")).fill("ci");
  expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(0);
  await page.getByRole("button", { name: "Create the key" }).click();
  await page.getByText("Choose at least one.").waitFor();
  await page.getByRole("checkbox", { name: "read everything of the project" }).check();
  await page.getByRole("combobox", { name: "Valid for" }).selectOption("30 days");
  expect(await axeOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Create the key" }).click();
  const field = page.getByRole("textbox", { name: "The key ci" });
  const key = await field.inputValue();
  expect(key).toMatch(/^ask_/);
  expect(await statusWith(key)).toBe(200);
  await page.getByText("only its hash is stored").waitFor();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  expect(await axeOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("list", { name: "Keys" }).getByRole("listitem");
  await row
    .getByText(/last used/)
    .or(row.getByText(/never used/))
    .waitFor();
  await row.getByText(/expires/).waitFor();
  expect(await page.content()).not.toContain(key);
  await page.getByRole("button", { name: "Revoke ci" }).click();
  await page.getByRole("alertdialog", { name: "Revoke the key ci?" }).getByRole("button", { name: "Revoke" }).click();
  await page.getByText("The key ci was revoked.").waitFor();
  expect(await statusWith(key)).toBe(401);
});

test("[PEOPLE-24] a name that a person or a configured key has is refused, with what to do", async () => {
  const page = await openPage(testServer, { path, expected: [/status of 4\d\d/] });
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("colleague");
  await page.getByRole("checkbox", { name: /^ask people/ }).check();
  await page.keyboard.press("Enter");
  await page.getByText("Choose another.").waitFor();
  expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("colleague");
});

test.for([
  { theme: "light", width: 1280 },
  { theme: "dark", width: 390 },
] as const)("[PEOPLE-24] axe finds nothing, and nothing is too wide: $theme, $width", async ({ theme, width }) => {
  const scopes = ["ask", "answer", "read", "admin", "tokens", "tokens:members", "tokens:groups"];
  await api.post("/v1/keys", { name: "nightly-build-of-the-garden", scopes, expiresInDays: 90 });
  const page = await openPage(testServer, { path, theme, width });
  await page.getByText("nightly-build-of-the-garden").first().waitFor();
  await page.getByRole("button", { name: "New key" }).click();
  expect(await axeOf(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
});
