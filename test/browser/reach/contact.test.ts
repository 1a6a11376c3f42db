import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { openPage, type PageOptions } from "../../harness/browser/browser.ts";
import { axeOf, tooWide } from "../../harness/browser/page-checks.ts";
import { type PushService, startPushService } from "../../harness/notify/push-service.ts";
import { startSmtpReceiver } from "../../harness/notify/smtp-receiver.ts";
import { startTestServer, type TestServer } from "../../harness/server/test-server.ts";

const smtp = await startSmtpReceiver({ refuse: (address) => (address.startsWith("nobody") ? 550 : undefined) });
const push = await startPushService();
const testServer = await startTestServer({ env: { ASKBACK_TEST_MAIL: smtp.url, ASKBACK_TEST_PUSH: "1" } });
const { api } = testServer;

const contactOn = (page: Page) => page.getByRole("region", { name: "When I am not here" });

interface SettingsOptions extends PageOptions {
  readonly on?: TestServer;
  /** What the person answers when the browser asks whether this page may show notifications. */
  readonly answer?: NotificationPermission;
}

async function openSettings(options: SettingsOptions = {}): Promise<Page> {
  const page = await openPage(options.on ?? testServer, { path: "/inbox", ...options });
  if (options.answer) await pretendPush(page, push, options.answer);
  await page.goto(`${(options.on ?? testServer).server.url}/settings`);
  await contactOn(page).waitFor();
  return page;
}

test("[CONTACT-1] days and hours on call are chosen, and take the place of quiet hours", async () => {
  const page = await openSettings({ width: 390, expected: [/400/] });
  const contact = contactOn(page);
  await contact.getByLabel("On-call hours").click();
  expect(await contact.getByLabel("Quiet hours").count()).toBe(0);
  for (const day of ["Mon", "Sun"]) await contact.getByRole("checkbox", { name: day }).click();
  await contact.getByLabel("From").fill("20:00");
  await contact.getByLabel("To", { exact: true }).fill("08:00");
  await contact.getByLabel("Time zone").selectOption("Europe/Berlin");
  await contact.getByRole("button", { name: "Save" }).click();
  await contact.getByText("Saved.", { exact: true }).waitFor();
  const saved = { days: ["tue", "wed", "thu", "fri", "sun"], from: "20:00", to: "08:00", timeZone: "Europe/Berlin" };
  expect((await api.get("/v1/contact")).body.onCall).toEqual(saved);
  for (const day of ["Tue", "Wed", "Thu", "Fri", "Sun"]) await contact.getByRole("checkbox", { name: day }).click();
  await contact.getByRole("button", { name: "Save" }).click();
  await contact.getByText("Not saved:").waitFor();
  expect((await api.get("/v1/contact")).body.onCall).toEqual(saved);
  expect(await axeOf(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
  await contact.getByLabel("On-call hours").click();
  await contact.getByRole("button", { name: "Save" }).click();
  await contact.getByText("Saved.", { exact: true }).waitFor();
  expect((await api.get("/v1/contact")).body.onCall).toBe(undefined);
});

test("[CONTACT-1] [CONTACT-2] address, channels, quiet hours and digest are saved together, and a test mail comes", async () => {
  const page = await openSettings();
  const contact = contactOn(page);
  await contact.getByLabel("Mail address").fill("ana@example.org");
  await contact.getByText("Not saved yet.").waitFor();
  await contact.getByLabel("Mail tells me").selectOption("Questions and failed runs");
  await contact.getByLabel("Quiet hours").click();
  await contact.getByLabel("From").fill("21:30");
  await contact.getByLabel("Collect mail").click();
  await contact.getByRole("button", { name: "Add a time" }).click();
  await contact.getByLabel("Time zone").selectOption("Europe/Berlin");
  await contact.getByRole("button", { name: "Save" }).click();
  await contact.getByText("Saved.", { exact: true }).waitFor();
  expect((await api.get("/v1/contact")).body).toMatchObject({
    email: "ana@example.org",
    channels: { mail: "important" },
    quietHours: { from: "21:30", to: "07:00", timeZone: "Europe/Berlin" },
    digest: { at: ["09:00", "16:00"], timeZone: "Europe/Berlin" },
  });
  await contact.getByRole("button", { name: "Test Mail" }).click();
  await contact.getByText("Mail: sent. It should be there in a moment.").waitFor();
  const [mail] = await smtp.until(({ length }) => length === 1);
  expect(mail?.recipients).toEqual(["ana@example.org"]);
  await page.reload();
  await expect.poll(() => contact.getByLabel("Mail address").inputValue()).toBe("ana@example.org");
  await contact.getByLabel("Quiet hours").click();
  await contact.getByRole("button", { name: "Save" }).click();
  await contact.getByText("Saved.", { exact: true }).waitFor();
  expect((await api.get("/v1/contact")).body.quietHours).toBe(undefined);
});

test("[CONTACT-1] an address that the server refuses is said at its field, and stays as it was written", async () => {
  const page = await openSettings({ expected: [/400/] });
  const contact = contactOn(page);
  const address = contact.getByLabel("Mail address");
  await address.fill("ana at example");
  await contact.getByRole("button", { name: "Save" }).click();
  await contact.getByText("This is no mail address. It looks like ana@example.org.").waitFor();
  expect(await address.getAttribute("aria-invalid")).toBe("true");
  expect(await address.inputValue()).toBe("ana at example");
  expect(await axeOf(page)).toEqual([]);
});

test("[CONTACT-2] a test that fails says what to do", async () => {
  const page = await openSettings();
  const contact = contactOn(page);
  await contact.getByRole("button", { name: "Test Web Push" }).click();
  await contact.getByText("Web Push: not sent. No browser is switched on yet.").waitFor();
  await contact.getByLabel("Mail address").fill("nobody@example.org");
  await contact.getByText("Save before you test.").waitFor();
  await contact.getByRole("button", { name: "Save" }).click();
  await contact.getByText("Saved.", { exact: true }).waitFor();
  await contact.getByRole("button", { name: "Test Mail" }).click();
  await contact.getByText("Mail: not sent. The service refused it. Check the address.").waitFor();
});

test("[CONTACT-3] a press switches Web Push on in this browser, which is listed, told and removed", {
  tags: "smoke",
}, async () => {
  const page = await openSettings({ serviceWorker: true, answer: "granted" });
  const contact = contactOn(page);
  expect(await page.evaluate(() => Reflect.get(globalThis, "askedForPermission"))).toBe(0);
  await contact.getByRole("button", { name: "Switch on in this browser" }).click();
  await contact.getByRole("button", { name: "Switch off in this browser" }).waitFor();
  const browsers = contact.getByRole("listitem");
  expect(await browsers.allTextContents()).toEqual([expect.stringMatching(/^Chrome, Linux.*this browser/)]);
  const { body } = await api.get("/v1/contact");
  expect(await page.evaluate(() => Reflect.get(globalThis, "usedKey"))).toBe(body.pushKey);
  await contact.getByRole("button", { name: "Test Web Push" }).click();
  await contact.getByText("Web Push: sent.").waitFor();
  const [told] = await push.until(({ length }) => length === 1);
  expect(told?.message).toMatchObject({ type: "ask", tag: "test" });
  expect(await axeOf(page)).toEqual([]);
  await browsers.getByRole("button", { name: "Remove Chrome, Linux" }).click();
  await contact.getByText("No browser is switched on.").waitFor();
  expect((await api.get("/v1/contact")).body.subscriptions).toEqual([]);
  await contact.getByRole("button", { name: "Switch on in this browser" }).waitFor();
});

test("[CONTACT-3] signing out switches Web Push off in this browser", async () => {
  const page = await openSettings({ serviceWorker: true, answer: "granted", expected: [/401/] });
  await contactOn(page).getByRole("button", { name: "Switch on in this browser" }).click();
  await contactOn(page).getByRole("button", { name: "Switch off in this browser" }).waitFor();
  const unsubscribed = page.waitForEvent("console", (message) => message.text() === "unsubscribed");
  await page.getByRole("button", { name: "Sign out" }).click();
  await unsubscribed;
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect((await api.get("/v1/contact")).body.subscriptions).toEqual([]);
});

test.for([
  { answer: "denied", words: "Your browser blocks notifications of this site." },
  { answer: "default", words: "Your browser was not given permission" },
] as const)("[CONTACT-3] where the browser is told $answer, the page says what to do", async ({ answer, words }) => {
  const page = await openSettings({ serviceWorker: true, answer });
  const contact = contactOn(page);
  await contact.getByRole("button", { name: "Switch on in this browser" }).click();
  await contact.getByText(words).waitFor();
  expect((await api.get("/v1/contact")).body.subscriptions).toEqual([]);
});

test("[CONTACT-3] a browser that cannot says so, and a page that is not secure too", async () => {
  for (const [name, value, words] of [
    ["PushManager", null, "This browser cannot show notifications while Askback is closed."],
    ["isSecureContext", false, "Browsers allow this only on a secure page."],
  ] as const) {
    const page = await openPage(testServer, { path: "/inbox" });
    await page.addInitScript(
      ([field, given]) => {
        if (given === null) Reflect.deleteProperty(globalThis, field);
        else Object.defineProperty(globalThis, field, { value: given });
      },
      [name, value] as const,
    );
    await page.goto(`${testServer.server.url}/settings`);
    await contactOn(page).getByText(words).waitFor();
    expect(await contactOn(page).getByRole("button", { name: "Switch on in this browser" }).count()).toBe(0);
  }
});

test("[CONTACT-1] a server without channels says who can add one", async () => {
  const plain = await startTestServer();
  onTestFinished(async () => void (await plain.server.stop()));
  const page = await openSettings({ on: plain });
  await contactOn(page).getByText("This server has no way to reach you outside the app.").waitFor();
  expect(await contactOn(page).getByRole("button").count()).toBe(0);
});

test.for([
  { theme: "light", width: 1280, language: "en" },
  { theme: "dark", width: 390, language: "de" },
  { theme: "light", width: 390, language: "ar" },
] as const)("[CONTACT-1] axe finds nothing, and nothing is too wide: $theme, $width, $language", async (look) => {
  const page = await openPage(testServer, { path: "/settings", ...look });
  const contact = page.locator(".app-contact");
  await contact.locator("form").waitFor();
  for (const one of await contact.getByRole("checkbox").all()) await one.setChecked(true);
  expect(await axeOf(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
});

/**
 * Headless Chromium asks nobody for permission and has no push service, so that this page is given an answer and a subscription of a
 * push service on loopback. All else is real: the page, its worker, the server, what it sends, and how the push service decrypts it.
 */
async function pretendPush(page: Page, { subscription }: PushService, answer: NotificationPermission) {
  await page.addInitScript(
    ([own, permission]) => {
      let current: object | null = null;
      const given = {
        toJSON: () => own,
        async unsubscribe() {
          current = null;
          console.log("unsubscribed");
        },
      };
      Object.assign(globalThis, { askedForPermission: 0 });
      Object.defineProperty(Notification, "permission", { get: () => "default" });
      Notification.requestPermission = async () => {
        Reflect.set(globalThis, "askedForPermission", Reflect.get(globalThis, "askedForPermission") + 1);
        return permission;
      };
      const manager = {
        async subscribe({ applicationServerKey }: { readonly applicationServerKey: string }) {
          Reflect.set(globalThis, "usedKey", applicationServerKey);
          current = given;
          return given;
        },
        getSubscription: async () => current,
      };
      Object.assign(PushManager.prototype, manager);
    },
    [subscription, answer] as const,
  );
}
