import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { axeOf, tooWide } from "../../harness/browser/page-checks.ts";
import { signInByLink } from "../../harness/browser/sign-in.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();

test("[WEB-1] the printed link opens the app, signed in", async () => {
  const page = await openPage(testServer, { as: "nobody", expected: [/status of 401/] });
  await signInByLink(page, testServer.server);
  await page.waitForURL(`${testServer.server.url}/`);
  await page.getByRole("link", { name: "Inbox" }).waitFor();
  const status = await page.evaluate(async () => (await fetch("/v1/inbox/count")).status);
  expect(status).toBe(200);
});

test("[WEB-1] a person who is not signed in is told how to sign in, and sees nothing", async () => {
  const page = await openPage(testServer, { as: "nobody", path: "/inbox", expected: [/status of 401/] });
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.getByText("npm run askback -- link").waitFor();
  expect(await axeOf(page)).toEqual([]);
});

test("[CARD-1] a conversation is started in the app, and its question appears in it", async () => {
  const page = await openPage(testServer);
  await page.getByRole("radio", { name: "scripted" }).check();
  const script = [{ text: "One moment.", calls: [askOne] }];
  await page.getByRole("textbox", { name: "First message" }).fill(JSON.stringify({ script }));
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("radio", { name: "Coffee" }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/c\/conv_/);
});

test("[WEB-1] a browser runs no script in the app that is not the app's own", async () => {
  const page = await openPage(testServer, { expected: [/Content Security Policy/] });
  const hasRun = await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "document.documentElement.dataset.planted = 'yes'";
    document.body.append(script);
    const style = document.createElement("div");
    style.innerHTML =
      "<i style='position: fixed'></i><img src='x' onerror='document.documentElement.dataset.planted = 1'>";
    document.body.append(style);
    return document.documentElement.dataset.planted !== undefined;
  });
  expect(hasRun).toBe(false);
});

test("[LOOK-5] at 320 px no page of the app scrolls sideways, and axe finds nothing there", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "Hello." }]);
  await conversation.waitForStatus("idle");
  for (const path of ["/", `/c/${conversation.id}`, "/inbox", "/inbox/done", "/settings", "/c/conv_missing"]) {
    const page = await openPage(testServer, { path, width: 320, expected: [/status of 404/] });
    await page.getByRole("main").waitFor();
    expect(await tooWide(page), path).toEqual([]);
    expect(await axeOf(page), path).toEqual([]);
  }
});
