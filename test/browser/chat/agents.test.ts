import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { beginComposition } from "../../harness/browser/composition.ts";
import { axeOf, tooWide } from "../../harness/browser/page-checks.ts";
import { startServerProcess } from "../../harness/server/server-process.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const fieldOn = (page: Page) => page.getByRole("textbox", { name: "First message" });
const hello = JSON.stringify({ script: [{ text: "Hello." }] });

/** The contrasts of the letters of avatars with these hues. */
function contrasts(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (!canvas) throw new Error("there is no canvas");
    const luminance = (color: string) => {
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
        const part = value / 255;
        return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const avatar = document.querySelector<HTMLElement>(".ask-avatar");
    if (!avatar) throw new Error("there is no avatar");
    return Array.from({ length: 360 }, (_, hue) => {
      avatar.style.setProperty("--ask-avatar-hue", String(hue));
      const { color, backgroundColor } = getComputedStyle(avatar);
      const [darker = 0, lighter = 0] = [luminance(color), luminance(backgroundColor)].sort((a, b) => a - b);
      return (lighter + 0.05) / (darker + 0.05);
    });
  });
}

test("[WEB-25] the letter of an avatar can be read on every hue", async () => {
  for (const theme of ["light", "dark"] as const) {
    const page = await openPage(testServer, { theme });
    await page.locator(".ask-avatar").first().waitFor();
    const found = await contrasts(page);
    expect(new Set(found).size).toBeGreaterThan(100);
    expect(Math.min(...found), theme).toBeGreaterThanOrEqual(4.5);
  }
});

test("[WEB-26] agents are offered by title and description, and sub-agents are not", async () => {
  const server = await startServerProcess({ config: "none" });
  const page = await openPage({ server });
  const titles = ["Planner", "Release manager", "Researcher", "Assistant"];
  await page.getByRole("radio", { name: "Planner" }).waitFor();
  expect(await page.locator(".app-agent-title").allTextContents()).toEqual(titles);
  const manager = page.getByRole("radio", { name: "Release manager", exact: true });
  expect(await manager.evaluate((radio) => radio.getAttribute("aria-describedby"))).not.toBeNull();
  await page.locator(".app-agent", { hasText: "publishes it only when you allow it" }).click();
  expect(await manager.isChecked()).toBe(true);
  expect(await axeOf(page)).toEqual([]);
});

test("[WEB-26] an example fills the field, sends nothing, and stays clear of what was written", async () => {
  const page = await openPage(testServer);
  await page.getByRole("radio", { name: "Careful" }).check();
  const example = (name: string) => page.getByRole("list", { name: "Examples" }).getByRole("button", { name });
  await example("Note the time").click();
  expect(await fieldOn(page).inputValue()).toBe("Note the time");
  await example("Note the weather").click();
  expect(await fieldOn(page).inputValue()).toBe("Note the weather");
  expect(await fieldOn(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await fieldOn(page).fill("My own words");
  await example("Note the time").click();
  expect(await fieldOn(page).inputValue()).toBe("My own words\nNote the time");
  expect(new URL(page.url()).pathname).toBe("/");
});

test("[WEB-27] Enter for an input method does not start a conversation", async () => {
  const page = await openPage(testServer);
  await page.getByRole("radio", { name: "Scripted" }).waitFor();
  const requests: string[] = [];
  page.on("request", (request) => request.method() === "POST" && requests.push(request.url()));
  const composition = await beginComposition(page);
  expect(await fieldOn(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await composition.compose("にほん");
  await composition.pressEnter();
  await composition.commit("日本");
  // Safari ends the composition before it sends the key that ended it.
  await fieldOn(page).evaluate((field) => {
    field.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true, data: "日本" }));
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  });
  expect(await fieldOn(page).inputValue()).toBe("日本");
  expect(requests.filter((url) => url.endsWith("/v1/conversations"))).toEqual([]);
});

test("[WEB-27] after the start the focus is in the composer of the conversation", { tags: "smoke" }, async () => {
  const page = await openPage(testServer);
  await page.getByRole("radio", { name: "Scripted" }).check();
  await fieldOn(page).fill(hello);
  await fieldOn(page).press("Enter");
  await page.waitForURL(/\/c\//);
  await page.getByRole("textbox", { name: "Message", exact: true }).and(page.locator(":focus")).waitFor();
});

test("[WEB-28] demo agents are introduced as such, with how to add one's own", async () => {
  const server = await startServerProcess({ config: "none" });
  const page = await openPage({ server });
  await page.getByText("These are demo agents.").waitFor();
  const config = page.getByText("export default {");
  expect(await config.isVisible()).toBe(false);
  await page.getByText("Add your own agent").click();
  await config.waitFor();
  await page.getByText("askback.config.ts").waitFor();
  expect(await axeOf(page)).toEqual([]);
  await page.getByRole("link", { name: "API reference" }).click();
  await page.getByRole("heading", { name: "Askback", exact: true }).waitFor();
});

test("[WEB-28] other agents are not introduced as demos", async () => {
  const page = await openPage(testServer);
  await page.getByRole("radio", { name: "Scripted" }).waitFor();
  expect(await page.getByText("demo").count()).toBe(0);
});

test("[WEB-29] the page of an agent says what it does and needs approval for", async () => {
  const mine = await testServer.api.post("/v1/conversations", { agent: "careful", title: "The minutes" });
  expect(mine.status).toBe(201);
  await testServer.api.post("/v1/conversations", { agent: "scripted", title: "Something else" });
  const page = await openPage(testServer);
  await page.getByRole("radio", { name: "Careful" }).check();
  await page.getByRole("link", { name: /^About .Careful.$/ }).click();
  await page.getByRole("heading", { name: "Careful", level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/agents/careful");
  const main = page.getByRole("main");
  await main.getByText("Notes something down, if you allow it.").waitFor();
  await main.getByText(/^Asks for your approval before: \W?Note\W?$/).waitFor();
  await main.getByRole("link", { name: "The minutes" }).waitFor();
  expect(await main.getByRole("link", { name: "Something else" }).count()).toBe(0);
  expect(await axeOf(page)).toEqual([]);
  await main.getByRole("button", { name: "Note the time" }).click();
  expect(await fieldOn(page).inputValue()).toBe("Note the time");
});

test("[WEB-29] a conversation is started on the page of its agent, which is found by its address", async () => {
  const page = await openPage(testServer, { path: "/agents/scripted" });
  await fieldOn(page).fill(hello);
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(/\/c\//);
  await page.getByText("Hello.", { exact: true }).waitFor();
});

test("[WEB-29] the page of a sub-agent offers no start, and an unknown agent is said to be unknown", async () => {
  const server = await startServerProcess({ config: "none" });
  const reader = await openPage({ server }, { path: "/agents/reader", width: 320 });
  await reader.getByText("Other agents start it when they need it.").waitFor();
  expect(await fieldOn(reader).count()).toBe(0);
  expect(await tooWide(reader)).toEqual([]);
  const unknown = await openPage({ server }, { path: "/agents/nobody%2F.." });
  await unknown.getByRole("heading", { name: "This server has no agent with this name." }).waitFor();
  expect(await axeOf(unknown)).toEqual([]);
});
