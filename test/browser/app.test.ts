import { expect, test } from "vitest";
import { askOne } from "../support/asks.ts";
import { openPage } from "../support/browser.ts";
import { axeOf, tooWide } from "../support/page-checks.ts";
import { signInLink } from "../support/sign-in.ts";
import { openStage } from "../support/stage.ts";

const stage = await openStage();

test("[WEB-1] the printed link opens the app, signed in", async () => {
  const page = await openPage(stage, { as: "nobody", expected: [/status of 401/] });
  await page.goto(await signInLink(stage.server));
  await page.waitForURL(`${stage.server.url}/`);
  await page.getByRole("link", { name: "Inbox" }).waitFor();
  const status = await page.evaluate(async () => (await fetch("/v1/inbox/count")).status);
  expect(status).toBe(200);
});

test("[WEB-1] who is not signed in is told how to, and sees nothing", async () => {
  const page = await openPage(stage, { as: "nobody", path: "/inbox", expected: [/status of 401/] });
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.getByText("askback link").waitFor();
  expect(await axeOf(page)).toEqual([]);
});

test("[C-1] a conversation is started in the app, and its question comes up in it", async () => {
  const page = await openPage(stage);
  await page.getByRole("radio", { name: "puppet" }).check();
  const script = [{ text: "One moment.", calls: [askOne] }];
  await page.getByRole("textbox", { name: "First message" }).fill(JSON.stringify({ script }));
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("radio", { name: "Coffee" }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/c\/conv_/);
});

test("[WEB-1] a browser runs nothing in the app that is not the app's own", async () => {
  const page = await openPage(stage, { expected: [/Content Security Policy/] });
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

test("[V-5] at 320 px no page of the app scrolls sideways, and axe finds nothing there", async () => {
  const scene = await stage.play("puppet", [{ text: "Hello." }]);
  await scene.reached("idle");
  for (const path of ["/", `/c/${scene.id}`, "/inbox", "/inbox/done", "/settings", "/c/conv_missing"]) {
    const page = await openPage(stage, { path, width: 320, expected: [/status of 404/] });
    await page.getByRole("main").waitFor();
    expect(await tooWide(page), path).toEqual([]);
    expect(await axeOf(page), path).toEqual([]);
  }
});
