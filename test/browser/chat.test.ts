import { expect, test } from "vitest";
import { askOne } from "../support/asks.ts";
import { openPage } from "../support/browser.ts";
import { freePort } from "../support/postgres-cluster.ts";
import { openStage } from "../support/stage.ts";

const stage = await openStage();

test("[C-1] a line above the composer leads to a question that is out of sight", async () => {
  const scene = await stage.play("puppet", [{ text: "One moment.", calls: [askOne] }]);
  await scene.asked();
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  await page.getByRole("radio", { name: "Coffee" }).waitFor();
  const goThere = page.getByRole("button", { name: "Go to question" });
  expect(await goThere.count()).toBe(0);
  await stage.api.post(`/v1/conversations/${scene.id}/messages`, { text: "Long.\n".repeat(80), separate: true });
  await goThere.click();
  await goThere.waitFor({ state: "detached" });
  await page.getByRole("radio", { name: "Coffee" }).check();
});

test("[C-1] a reader who scrolled up stays there, and is led to the latest on request", async () => {
  const scene = await stage.play("puppet", [{ text: "Long. \n\n".repeat(80) }, { text: "The end." }]);
  await scene.reached("idle");
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  await page.locator(".ask-text", { hasText: "Long." }).waitFor();
  await page.getByRole("log").hover();
  await page.mouse.wheel(0, -2_000);
  const latest = page.getByRole("button", { name: "Jump to latest" });
  await latest.waitFor();
  await stage.api.post(`/v1/conversations/${scene.id}/messages`, { text: "Go on." });
  await page.getByText("The end.", { exact: true }).waitFor({ state: "attached" });
  await latest.click();
  await latest.waitFor({ state: "detached" });
});

test("[D-7] what was written in the composer is there after a reload, and in its own conversation only", async () => {
  const [one, other] = [
    await stage.play("puppet", [{ text: "First." }]),
    await stage.play("puppet", [{ text: "Second." }]),
  ];
  await Promise.all([one.reached("idle"), other.reached("idle")]);
  const page = await openPage(stage, { path: `/c/${one.id}` });
  const composer = page.getByRole("textbox", { name: "Message", exact: true });
  await composer.fill("half a thought");
  await page.goto(`${stage.server.url}/c/${other.id}`);
  await page.getByText("Second.", { exact: true }).waitFor();
  expect(await composer.inputValue()).toBe("");
  await page.goto(`${stage.server.url}/c/${one.id}`);
  await expect.poll(() => composer.inputValue()).toBe("half a thought");
});

test("[X-7] a blank message is never sent", async () => {
  const scene = await stage.play("puppet", [{ text: "Hello." }, { text: "Hello again." }]);
  await scene.reached("idle");
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  const composer = page.getByRole("textbox", { name: "Message", exact: true });
  await composer.fill(" \n ");
  await composer.press("Enter");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await composer.fill("now");
  await composer.press("Enter");
  await page.getByText("Hello again.", { exact: true }).waitFor();
  const { body } = await stage.api.get(`/v1/conversations/${scene.id}/transcript`);
  const said = body.items.filter(({ role }: { role: string }) => role === "person");
  expect(said.map(({ blocks }: { blocks: { text: string }[] }) => blocks[0]?.text).slice(1)).toEqual(["now"]);
});

test("[WEB-4] a settled question shows the exact words that the agent received, and can be answered differently", async () => {
  const scene = await stage.play("puppet", [{ text: "One moment.", calls: [askOne] }, { text: "Thank you." }]);
  const inquiry = await scene.asked();
  await stage.api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: [{ question: "q1", options: ["o2"] }] });
  await scene.reached("idle");
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  await page.getByText("What the agent received").click();
  const [told] = scene.told().slice(-1);
  await page.locator(".ask-received pre", { hasText: "Coffee" }).waitFor();
  expect(JSON.stringify(told)).toContain("Coffee");
  await page.getByRole("button", { name: "Answer differently" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(scene.id));
  await page.getByRole("radio", { name: "Tea" }).waitFor();
});

test("[WEB-3] a tool call is folded to its name and how it went, and opens to its input and result", async () => {
  const scene = await stage.play("puppet", [{ calls: [{ name: "note", input: { line: "milk" } }] }, { text: "Done." }]);
  await scene.reached("idle");
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  await page.getByText("note", { exact: true }).click();
  await page.getByText("noted milk").waitFor();
  await page.locator(".ask-tool[data-status=ok]", { hasText: "milk" }).waitFor();
});

test("[WEB-3] runs are a timeline with their steps", async () => {
  const scene = await stage.play("puppet", [{ text: "Hello." }]);
  await scene.reached("idle");
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  await page.getByText("Runs", { exact: true }).click();
  await page.getByRole("list", { name: "Runs" }).getByText("1 step").waitFor();
});

test("[WEB-2] a conversation that waits is marked, and found by its words", async () => {
  const scene = await stage.play("puppet", [{ text: "Albatross.", calls: [askOne] }]);
  await scene.asked();
  const page = await openPage(stage);
  await page.getByRole("searchbox").fill("Albatross");
  const found = page.getByRole("list", { name: "Conversations" }).getByRole("link");
  await expect.poll(() => found.count()).toBe(1);
  await found.getByText("waiting").waitFor();
  await page.getByRole("searchbox").fill("no such bird");
  await page.getByText("Nothing found").waitFor();
});

test("[WEB-5] a chosen theme stays", async () => {
  const page = await openPage(stage, { path: "/settings" });
  await page.getByLabel("Theme").selectOption("dark");
  await page.reload();
  await page.locator("html[data-theme=dark]").waitFor();
  await page.getByLabel("Theme").selectOption("terminal");
  await page.locator("link#terminal-theme").waitFor({ state: "attached" });
});

test("[X-5] a lost server is told of, locks nothing, and gets what was written meanwhile once", async () => {
  const args = ["--port", String(await freePort())];
  const { server, promptFile, play } = await openStage({ args });
  const scene = await play("puppet", [{ text: "Hello." }, { text: "Welcome back." }, { text: "Twice?" }]);
  const page = await openPage({ server }, { path: `/c/${scene.id}`, expected: [/Failed to load resource/] });
  const composer = page.getByRole("textbox", { name: "Message", exact: true });
  await page.getByText("Hello.", { exact: true }).waitFor();
  await server.kill();
  await composer.fill("meanwhile");
  await composer.press("Enter");
  await page.getByText("No connection.").waitFor();
  await composer.fill("and more");
  await openStage({ args, dataDir: server.dataDir, env: { ASKBACK_TEST_PROMPTS: promptFile } });
  await page.getByText("Welcome back.", { exact: true }).waitFor({ timeout: 60_000 });
  await page.getByText("No connection.").waitFor({ state: "detached" });
  expect(await page.locator(".ask-said", { hasText: "meanwhile" }).count()).toBe(1);
  expect(await composer.inputValue()).toBe("and more");
});
