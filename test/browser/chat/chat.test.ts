import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { freePort } from "../../harness/postgres/postgres-cluster.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();

test("[CARD-1] a line above the composer leads to a question that is out of sight", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "One moment.", calls: [askOne] }]);
  await conversation.waitForInquiry();
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await page.getByRole("radio", { name: "Coffee" }).waitFor();
  const goThere = page.getByRole("button", { name: "Go to question" });
  expect(await goThere.count()).toBe(0);
  await testServer.api.post(`/v1/conversations/${conversation.id}/messages`, {
    text: "Long.\n".repeat(80),
    separate: true,
  });
  await goThere.click();
  await goThere.waitFor({ state: "detached" });
  await page.getByRole("radio", { name: "Coffee" }).click({ trial: true });
});

test("[CARD-1] a reader who scrolled up stays there, and is led to the latest on request", async () => {
  const conversation = await testServer.startConversation("scripted", [
    { text: "Long. \n\n".repeat(80) },
    { text: "The end." },
  ]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await page.locator(".ask-text", { hasText: "Long." }).waitFor();
  await page.getByRole("log").hover();
  await page.mouse.wheel(0, -2_000);
  const latest = page.getByRole("button", { name: "Jump to latest" });
  await latest.waitFor();
  await testServer.api.post(`/v1/conversations/${conversation.id}/messages`, { text: "Go on." });
  await page.getByText("The end.", { exact: true }).waitFor({ state: "attached" });
  await latest.click();
  await latest.waitFor({ state: "detached" });
});

test("[DRAFT-7] what was written in the composer is there after a reload, and in its own conversation only", async () => {
  const [one, other] = [
    await testServer.startConversation("scripted", [{ text: "First." }]),
    await testServer.startConversation("scripted", [{ text: "Second." }]),
  ];
  await Promise.all([one.waitForStatus("idle"), other.waitForStatus("idle")]);
  const page = await openPage(testServer, { path: `/c/${one.id}` });
  const composer = page.getByRole("textbox", { name: "Message", exact: true });
  await composer.fill("half a thought");
  await page.goto(`${testServer.server.url}/c/${other.id}`);
  await page.getByText("Second.", { exact: true }).waitFor();
  expect(await composer.inputValue()).toBe("");
  await page.goto(`${testServer.server.url}/c/${one.id}`);
  await expect.poll(() => composer.inputValue()).toBe("half a thought");
});

test("[SEND-7] a blank message is never sent", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "Hello." }, { text: "Hello again." }]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  const composer = page.getByRole("textbox", { name: "Message", exact: true });
  await composer.fill(" \n ");
  await composer.press("Enter");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await composer.fill("now");
  await composer.press("Enter");
  await page.getByText("Hello again.", { exact: true }).waitFor();
  const { body } = await testServer.api.get(`/v1/conversations/${conversation.id}/transcript`);
  const said = body.items.filter(({ role }: { role: string }) => role === "person");
  expect(said.map(({ blocks }: { blocks: { text: string }[] }) => blocks[0]?.text).slice(1)).toEqual(["now"]);
});

test("[WEB-4] a resolved question shows the exact words that the agent received, and can be answered differently", async () => {
  const conversation = await testServer.startConversation("scripted", [
    { text: "One moment.", calls: [askOne] },
    { text: "Thank you." },
  ]);
  const inquiry = await conversation.waitForInquiry();
  await testServer.api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: [{ question: "q1", options: ["o2"] }] });
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await page.getByText("What the agent received").click();
  const [received] = conversation.newMessages().slice(-1);
  await page.locator(".ask-received pre", { hasText: "Coffee" }).waitFor();
  expect(JSON.stringify(received)).toContain("Coffee");
  await page.getByRole("button", { name: "Try another answer" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(conversation.id));
  await page.getByRole("radio", { name: "Tea" }).waitFor();
});

test("[WEB-3] a tool call is folded to its name and how it went, and opens to its input and result", {
  tags: "smoke",
}, async () => {
  const conversation = await testServer.startConversation("scripted", [
    { calls: [{ name: "note", input: { line: "milk" } }] },
    { text: "Done." },
  ]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}` });
  await page.getByText("Note", { exact: true }).click();
  await page.getByText("noted milk").waitFor();
  await page.locator(".ask-tool[data-status=ok]", { hasText: "milk" }).waitFor();
});

test("[WEB-2] a conversation that waits is marked, and found by its words", { tags: "smoke" }, async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "Albatross.", calls: [askOne] }]);
  await conversation.waitForInquiry();
  const page = await openPage(testServer);
  await page.getByRole("searchbox").fill("Albatross");
  const found = page.getByRole("list", { name: "Conversations" }).getByRole("link");
  await expect.poll(() => found.count()).toBe(1);
  await found.getByText("waiting").waitFor();
  await page.getByRole("searchbox").fill("no such bird");
  await page.getByText("Nothing found").waitFor();
});

test("[WEB-5] a chosen theme stays", async () => {
  const page = await openPage(testServer, { path: "/settings" });
  await page.getByLabel("Theme").selectOption("dark");
  await page.reload();
  await page.locator("html[data-theme=dark]").waitFor();
  await page.getByLabel("Theme").selectOption("terminal");
  await page.reload();
  await page.locator("html[data-theme=terminal]").waitFor();
});

test("[SEND-5] a lost connection is shown, locks nothing, and what was written meanwhile is delivered once", async () => {
  const args = ["--port", String(await freePort())];
  const { server, promptFile, startConversation } = await startTestServer({ args });
  const conversation = await startConversation("scripted", [
    { text: "Hello." },
    { text: "Welcome back." },
    { text: "Twice?" },
  ]);
  const page = await openPage({ server }, { path: `/c/${conversation.id}`, expected: [/Failed to load resource/] });
  const composer = page.getByRole("textbox", { name: "Message", exact: true });
  await page.getByText("Hello.", { exact: true }).waitFor();
  await server.kill();
  await composer.fill("meanwhile");
  await composer.press("Enter");
  await page.getByText("No connection.").waitFor();
  await composer.fill("and more");
  await startTestServer({ args, dataDir: server.dataDir, env: { ASKBACK_TEST_PROMPTS: promptFile } });
  await page.getByText("Welcome back.", { exact: true }).waitFor();
  await page.getByText("No connection.").waitFor({ state: "detached" });
  expect(await page.locator(".ask-said", { hasText: "meanwhile" }).count()).toBe(1);
  expect(await composer.inputValue()).toBe("and more");
});
