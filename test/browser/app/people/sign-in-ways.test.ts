import { expect, onTestFinished, test } from "vitest";
import { startOidcProvider } from "../../../../packages/server/src/http/testing/oidc-provider.ts";
import { openPage } from "../../../harness/browser/browser.ts";
import { axeOf, tooWide } from "../../../harness/browser/page-checks.ts";
import { startSmtpReceiver } from "../../../harness/notify/smtp-receiver.ts";
import { startTestServer } from "../../../harness/server/test-server.ts";

const signedOut = { as: "nobody", expected: [/status of 401/] } as const;

test("[PEOPLE-27] the button of a provider leads to it, and would lead back to the page that was wanted", async () => {
  const { issuer } = await startOidcProvider("http://127.0.0.1/sign-in/oidc/idp/callback");
  const testServer = await startTestServer({ env: { ASKBACK_TEST_OIDC: issuer } });
  const page = await openPage(testServer, { ...signedOut, path: "/inbox/done", width: 390, theme: "dark" });
  const button = page.getByRole("link", { name: /Sign in with .*Example/ });
  expect(await button.getAttribute("href")).toBe("/sign-in/oidc/idp?next=%2Finbox%2Fdone");
  expect(await page.getByRole("textbox", { name: "Sign-in link" }).count()).toBe(1);
  expect(await axeOf(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
  const begun = await page.context().request.get(`${testServer.server.url}/sign-in/oidc/idp?next=%2Finbox%2Fdone`, {
    maxRedirects: 0,
  });
  expect(begun.status()).toBe(302);
  expect(begun.headers().location).toContain(issuer);
});

test("[PEOPLE-27] without providers the page has links alone", async () => {
  const page = await openPage(await startTestServer(), signedOut);
  await page.getByRole("textbox", { name: "Sign-in link" }).waitFor();
  expect(await page.getByRole("link", { name: /Sign in with/ }).count()).toBe(0);
});

test("[PEOPLE-27] [SESSION-7] where mail is sent the page sends a link, which leads back to the page that was wanted", async () => {
  const smtp = await startSmtpReceiver();
  onTestFinished(() => smtp.close());
  const testServer = await startTestServer({ env: { ASKBACK_TEST_MAIL: smtp.url } });
  await testServer.api.post("/v1/members", { name: "Ana", email: "ana@example.org" });
  const expected = [/status of 40[01]/];
  const page = await openPage(testServer, { as: "nobody", expected, path: "/inbox/done", width: 390, theme: "dark" });
  const field = page.getByRole("textbox", { name: "Mail address" });
  await field.fill("ana");
  await page.getByRole("button", { name: "Send me a link" }).click();
  await page.getByText("This is not a mail address.").waitFor();
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await field.fill("ana@example.org");
  await field.press("Enter");
  await page.getByText("a link is on its way").waitFor();
  expect(await axeOf(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
  const [mail] = await smtp.until(({ length }) => length === 1);
  await page.goto(mail?.link("/sign-in") ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/inbox/done");
});
