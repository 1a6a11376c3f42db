import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const composerOf = (page: Page) => page.locator(".ask-composer-field");

test.for([
  { language: "de", name: "Deutsch", dir: "ltr" },
  { language: "ar", name: "العربية", dir: "rtl" },
])("[WEB-5] a chosen language, $language, is there at once and stays", async ({ language, name, dir }) => {
  const page = await openPage(testServer, { path: "/settings" });
  const heading = page.getByRole("heading", { level: 1 });
  await expect.poll(() => heading.textContent()).toBe("Settings");
  await page.getByLabel("Language").selectOption(name);
  await page.locator(`html[lang=${language}][dir=${dir}]`).waitFor();
  await expect.poll(() => heading.textContent()).not.toBe("Settings");
  const words = await heading.textContent();
  await page.reload();
  await page.locator(`html[lang=${language}][dir=${dir}]`).waitFor();
  await expect.poll(() => heading.textContent()).toBe(words);
  await page.goto(`${testServer.server.url}/inbox`);
  await page.locator(".ask-inbox-view").first().waitFor();
  await expect.poll(() => page.locator(".ask-inbox-views").textContent()).not.toContain("Needs you");
});

test("[WEB-5] without a choice the app speaks as the browser does", async () => {
  const page = await openPage(testServer, { language: "ar-EG", path: "/settings" });
  await page.locator("html[lang=ar][dir=rtl]").waitFor();
});

test("[WEB-5] a chosen theme is there at once", async () => {
  const page = await openPage(testServer, { path: "/settings" });
  const lightness = () =>
    page.evaluate(() => {
      const [red = 0, green = 0, blue = 0] =
        getComputedStyle(document.body)
          .backgroundColor.match(/\d+(\.\d+)?/g)
          ?.map(Number) ?? [];
      return red + green + blue;
    });
  const before = await lightness();
  await page.getByLabel("Theme").selectOption("dark");
  await expect.poll(lightness).toBeLessThan(before / 2);
  await page.getByLabel("Theme").selectOption("light");
  await expect.poll(lightness).toBe(before);
});

test("[WEB-31] the settings say Appearance, System and Shortcuts", async () => {
  const page = await openPage(testServer, { path: "/settings" });
  for (const name of ["Appearance", "Questions", "Notifications", "This browser"])
    await page.getByRole("group", { name, exact: true }).waitFor();
  const appearance = page.getByRole("group", { name: "Appearance" });
  expect(await appearance.getByLabel("Theme").getByRole("option").first().textContent()).toBe("System");
  expect(await appearance.getByLabel("Language").getByRole("option").first().textContent()).toBe("System (English)");
  expect(await page.getByRole("checkbox", { name: "Shortcuts" }).isChecked()).toBe(true);
  const show = page.getByRole("button", { name: "Show all shortcuts" });
  await show.click();
  await page.getByRole("dialog", { name: "Shortcuts" }).waitFor();
  await page.keyboard.press("Escape");
  await show.and(page.locator(":focus")).waitFor();
});

test("[WEB-6] the app can be installed", async () => {
  const page = await openPage(testServer, { serviceWorker: true });
  const link = await page.locator("link[rel=manifest]").getAttribute("href");
  const manifest = await page.evaluate(async (href) => (await fetch(href ?? "")).json(), link);
  expect(manifest).toMatchObject({ name: "Askback", start_url: "/", display: "standalone" });
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(`${testServer.server.url}${src}`);
    expect(icon.headers()["content-type"], src).toContain(type);
    const width = await page.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return image.naturalWidth;
    }, src);
    if (sizes !== "any") expect(`${width}x${width}`, src).toBe(sizes);
  }
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  expect(scope).toBe(`${testServer.server.url}/`);
});

test("[WEB-6] the app opens offline, with what was written", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "Hello." }]);
  await conversation.waitForStatus("idle");
  const expected = [/ERR_INTERNET_DISCONNECTED/];
  const page = await openPage(testServer, { path: `/c/${conversation.id}`, serviceWorker: true, expected });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.getByText("Hello.", { exact: true }).waitFor();
  await composerOf(page).fill("half a thought");
  await page.context().setOffline(true);
  await page.reload();
  await expect.poll(() => composerOf(page).inputValue()).toBe("half a thought");
  await page.getByText("No connection.").waitFor();
  await composerOf(page).fill("a whole thought");
  await page.context().setOffline(false);
  await page.getByText("Hello.", { exact: true }).waitFor();
  expect(await composerOf(page).inputValue()).toBe("a whole thought");
});

test("[WEB-6] a question that was half answered is found so when the connection is back after a reload", async () => {
  const conversation = await testServer.startConversation("scripted", [{ calls: [askOne] }]);
  await conversation.waitForInquiry();
  const expected = [/ERR_INTERNET_DISCONNECTED/];
  const page = await openPage(testServer, { path: `/c/${conversation.id}`, serviceWorker: true, expected });
  await page.evaluate(() => navigator.serviceWorker.ready);
  const ownWords = page.getByRole("textbox", { name: "Something else…" });
  await ownWords.fill("Water, please");
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText("No connection.").waitFor();
  await page.context().setOffline(false);
  await expect.poll(() => ownWords.inputValue()).toBe("Water, please");
});

test("[WEB-11] signing out removes everything that the person wrote in this browser", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "Hello." }]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}`, expected: [/status of 401/] });
  await composerOf(page).fill("Blackbird");
  await expect.poll(() => readStoredEntries(page)).toContain("Blackbird");
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await readStoredEntries(page)).not.toContain("Blackbird");
  expect(await page.evaluate(async () => (await fetch("/v1/inbox/count")).status)).toBe(401);
});

test("[WEB-11] signing out in one tab signs out the others and removes the texts written there", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "Hello." }]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}`, expected: [/status of 401/] });
  const other = await page.context().newPage();
  await other.goto(page.url());
  await composerOf(other).fill("Nightingale");
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await other.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await readStoredEntries(other)).not.toContain("Nightingale");
});

/** Everything in the browser's storage for this app, as text. */
function readStoredEntries(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const stored: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name = "" } of await indexedDB.databases()) {
      const opened = indexedDB.open(name);
      await new Promise((done) => opened.addEventListener("success", done));
      const { result: database } = opened;
      for (const store of database.objectStoreNames) {
        const values = database.transaction(store).objectStore(store).getAll();
        await new Promise((done) => values.addEventListener("success", done));
        stored.push(values.result);
      }
      database.close();
    }
    return JSON.stringify(stored);
  });
}
