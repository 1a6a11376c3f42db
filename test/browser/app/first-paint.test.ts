import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { failOnPageErrors, openContext, openPage, type PageOptions } from "../../harness/browser/browser.ts";
import { openInquiry } from "../../harness/browser/inbox.ts";
import { axeOf, layoutShifts } from "../../harness/browser/page-checks.ts";
import { signInLink } from "../../harness/browser/sign-in.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();

/** A page of a person who is signed in, before it has an address. */
async function newPage(options: PageOptions = {}): Promise<Page> {
  const context = await openContext(options);
  await context.request.post(await signInLink(testServer.server));
  const page = await context.newPage();
  failOnPageErrors(page);
  return page;
}

/** Holds the scripts of the app, so that the page stays as it is before they run. */
async function holdScripts(page: Page): Promise<void> {
  await page.route(/\/assets\/.*\.js$/, () => {});
}

test("[LOOK-6] before any script of the app runs, the page has the chosen theme, language and direction", {
  tags: "smoke",
}, async () => {
  const page = await newPage({ theme: "light", language: "en" });
  await page.addInitScript(() =>
    localStorage.setItem("askback:preferences", JSON.stringify({ theme: "dark", language: "ar" })),
  );
  await holdScripts(page);
  await page.goto(testServer.server.url, { waitUntil: "commit" });
  await page.locator(".app-skeleton").waitFor();
  await page.locator("html[lang=ar][dir=rtl][data-theme=dark]").waitFor();
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect.poll(ground).toBe("rgb(17, 18, 20)");
  const side = await page.locator(".app-skeleton .app-side").boundingBox();
  expect(side?.x).toBeGreaterThan(640);
});

test("[LOOK-6] no text appears in another language first", async () => {
  const page = await newPage({ language: "de" });
  // Every text that is ever in the page is recorded.
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      for (const element of document.querySelectorAll("#root *"))
        for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) seen.add(node.textContent ?? "");
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await page.goto(`${testServer.server.url}/settings`);
  await page.getByRole("heading", { name: "Einstellungen" }).waitFor();
  const seen = await page.evaluate(() => Array.from<string>(Reflect.get(globalThis, "seen")));
  expect(seen).toContain("Einstellungen");
  expect(seen.filter((text) => /Settings|Inbox|Conversations|Language|Search/.test(text))).toEqual([]);
});

const outlines = [
  { width: 1280, height: 720, path: "/c/", outline: ".app-side .app-brand" },
  { width: 390, height: 844, path: "/settings", outline: ".app-top .app-brand" },
  { width: 390, height: 844, path: "/inbox", outline: ".app-top .ask-line-icon" },
  { width: 390, height: 844, path: "/c/", outline: ".app-top .ask-line-icon" },
];

test.for(outlines)(
  "[LOOK-22] before scripts and styles have come, $outline is painted at $path where the app has it",
  async ({ path, outline, ...size }) => {
    const { conversation } = await openInquiry(testServer, "Tea or coffee?");
    const page = await newPage(size);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/assets\/(?!first-paint)/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(testServer.server.url + (path === "/c/" ? path + conversation.id : path), { waitUntil: "commit" });
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    const painted = await placeOf(page.locator(`.app-skeleton ${outline}`));
    release();
    await page.getByRole("main").waitFor();
    expect(await placeOf(page.locator(`.app ${outline}`))).toEqual(painted);
  },
);

/** Where a text or an icon begins; its font may come later. */
async function placeOf(locator: Locator) {
  const box = await locator.boundingBox();
  return box && { x: box.x, y: box.y, height: box.height };
}

test("[LOOK-7] nothing moves while a page loads, and only the Latin letters of the font are loaded", async () => {
  const { conversation, inquiryId } = await openInquiry(testServer, "Tea or coffee?");
  for (const size of [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
  ])
    for (const path of ["/", `/c/${conversation.id}`, "/inbox", `/inbox/needs-you/${inquiryId}`, "/settings"]) {
      const page = await newPage(size);
      const fonts: string[] = [];
      page.on("request", (request) => request.resourceType() === "font" && fonts.push(request.url()));
      await page.goto(testServer.server.url + path);
      await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
      await expect.poll(() => page.title()).toMatch(/^\(\d+\) .+ · Askback$/);
      await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
      await page.evaluate(() => document.fonts.ready);
      expect(await layoutShifts(page), `${path} at ${size.width}`).toEqual([]);
      expect(fonts, path).toHaveLength(1);
      expect(fonts[0]).toMatch(/inter-latin-wght-normal/);
      expect(await page.evaluate(() => document.fonts.check('14px "Inter Variable"'))).toBe(true);
    }
});

test("[WEB-19] a person who is not signed in causes two requests to the API", { tags: "smoke" }, async () => {
  const page = await openPage(testServer, { as: "nobody", path: "/inbox", expected: [/status of 401/] });
  const heading = page.getByRole("heading", { name: "Sign in" });
  await heading.waitFor();
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/v1/")) refused.push(new URL(response.url()).pathname);
  });
  await page.reload();
  await heading.waitFor();
  await page.waitForLoadState("networkidle");
  expect(refused.toSorted()).toEqual(["/v1/inquiries", "/v1/me"]);
});

test("[WEB-19] until the server has said who is signed in, the outline of the page is shown", async () => {
  const page = await newPage();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("/v1/") && asked.push(new URL(request.url()).pathname));
  await page.route("**/v1/me", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(testServer.server.url);
  await page.locator(".app-skeleton").waitFor();
  await page.waitForLoadState("load");
  expect(new Set(asked)).toEqual(new Set(["/v1/me"]));
  release();
  await page.getByRole("link", { name: "Inbox" }).waitFor();
});

test("[WEB-18] where the browser forbids its storage, choices and texts last as long as the page", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "Hello." }]);
  await conversation.waitForStatus("idle");
  await testServer.api.patch(`/v1/conversations/${conversation.id}`, { title: "Without storage" });
  const page = await newPage();
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage", "indexedDB"])
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      });
  });
  await page.goto(`${testServer.server.url}/settings`);
  await page.getByLabel("Theme").selectOption("dark");
  await page.locator("html[data-theme=dark]").waitFor();
  await page.getByRole("link", { name: "Without storage" }).click();
  const composer = page.getByRole("textbox", { name: "Message", exact: true });
  await composer.fill("half a thought");
  await page.getByRole("link", { name: "Settings" }).click();
  await expect.poll(() => page.getByLabel("Theme").inputValue()).toBe("dark");
  await page.getByRole("link", { name: "Without storage" }).click();
  await expect.poll(() => composer.inputValue()).toBe("half a thought");
  await composer.press("Enter");
  await page.getByRole("log").getByText("half a thought").waitFor();
});

test("[WEB-20] a page that is slow says that it loads", async () => {
  const page = await newPage();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/settings-page.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(testServer.server.url);
  await page.getByRole("link", { name: "Settings" }).click();
  const notice = page.getByText("Loading…");
  const opacity = () => notice.evaluate((element) => Number(getComputedStyle(element).opacity));
  await notice.waitFor();
  await expect.poll(opacity).toBe(1);
  release();
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
});

test("[WEB-43] a browser that opens an address that does not exist sees that there is nothing", async () => {
  const page = await openPage(testServer, { path: "/settings", expected: [/status of 404/] });
  const opened = await page.goto(`${testServer.server.url}/nowhere`);
  expect(opened?.status()).toBe(404);
  await page.getByRole("heading", { level: 1, name: "There is nothing at this address" }).waitFor();
});

test("[WEB-20] an unknown address says so and leads on", { tags: "smoke" }, async () => {
  const page = await openPage(testServer, { path: "/c/" });
  await page.getByRole("heading", { level: 1, name: "There is nothing at this address" }).waitFor();
  expect(await page.title()).toContain("There is nothing at this address · Askback");
  await page.getByRole("main").getByRole("link", { name: "New conversation" }).click();
  await page.waitForURL(`${testServer.server.url}/`);
});

test.for([
  ["conversation", "/c/conv_00000000000000000000000000000000"],
  ["question", "/q/inq_00000000000000000000000000000000_1"],
] as const)("[WEB-20] a %s that does not exist says so and leads on", async ([, path]) => {
  const page = await openPage(testServer, { path, expected: [/404/] });
  await page.getByRole("heading", { level: 1, name: "There is nothing at this address" }).waitFor();
  expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
  expect(await axeOf(page)).toEqual([]);
  await page.getByRole("main").getByRole("link", { name: "New conversation" }).click();
  await page.waitForURL(`${testServer.server.url}/`);
});
