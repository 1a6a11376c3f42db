import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { axeOf } from "../../harness/browser/page-checks.ts";
import { startProviderTestServer } from "../../harness/server/provider-test-server.ts";
import { startTestServer } from "../../harness/server/test-server.ts";
import { anthropic } from "../../providers/protocol/anthropic.ts";

const refusal = (status: number, type: string, message: string) => ({ refusal: { status, type, message } });
const badKey = refusal(401, "authentication_error", "invalid x-api-key: sk-ant-secret-1234");
const overloaded = {
  refusal: { ...refusal(529, "overloaded_error", "Overloaded").refusal, headers: { "retry-after": "600" } },
};
const filtered = refusal(400, "invalid_request_error", "Output blocked by content filtering policy");

test("[FAILURE-2] [FAILURE-3] [FAILURE-5] a person reads what failed and what to do, in chat and inbox, and tries again", async () => {
  const testServer = await startProviderTestServer(anthropic, { agents: [{ name: "worker" }] });
  const id = await testServer.startConversation("worker", badKey);
  await testServer.api.waitForStatus(id, "failed");
  const page = await openPage(testServer, { path: `/c/${id}` });
  const status = page.getByRole("status", { name: "State of the conversation" });
  await status.getByText("is missing or not accepted. Ask whoever runs this server").waitFor();
  const words = page.getByText("invalid x-api-key: [masked] (HTTP 401)");
  expect(await words.isVisible()).toBe(false);
  await page.getByText("For developers").click();
  await words.waitFor();
  expect(await axeOf(page)).toEqual([]);

  testServer.provider.queueReplies(overloaded);
  await page.getByRole("button", { name: "Try now" }).click();
  await status.getByText(/is overloaded\. Next attempt: \d/).waitFor();
  testServer.provider.queueReplies(badKey);
  await page.getByRole("button", { name: "Try now" }).click();
  await status.getByText("is missing or not accepted").waitFor();

  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Inbox" }).click();
  const rows = page.getByRole("region", { name: "Runs that stopped" });
  await rows.getByText("is missing or not accepted").waitFor();
  expect(await axeOf(page)).toEqual([]);
  expect(await page.getByText("Nothing needs you.").count()).toBe(0);
  testServer.provider.queueReplies({ text: "Here I am." });
  await rows.getByRole("button", { name: "Try now" }).click();
  await rows.waitFor({ state: "detached" });
  await page.getByText("Nothing needs you.").waitFor();
  await page.locator(".ask-inbox:focus").waitFor();
  await page.close();
  await testServer.close();
});

test("[FAILURE-3] no retry is offered where it cannot help, and the conversation says what does", async () => {
  const testServer = await startProviderTestServer(anthropic, { agents: [{ name: "worker" }] });
  const id = await testServer.startConversation("worker", filtered);
  await testServer.api.waitForStatus(id, "failed");
  const page = await openPage(testServer, { path: "/inbox" });
  const rows = page.getByRole("region", { name: "Runs that stopped" });
  await rows.getByText("The model’s provider refused this request.").waitFor();
  expect(await rows.getByRole("button", { name: "Try now" }).count()).toBe(0);
  await rows.getByRole("button", { name: "Open" }).click();
  await page.getByText("Say it differently, or start a new conversation.").waitFor();
  expect(await page.getByRole("button", { name: "Try now" }).count()).toBe(0);
  await page.close();
  await testServer.close();
});

test("[FAILURE-6] the page of an agent that cannot work says so, why, and what to do", async () => {
  const testServer = await startTestServer();
  const page = await openPage(testServer, { path: "/agents/unset", expected: [/status of 409/] });
  const note = page.getByRole("note");
  await note.getByText("is not available right now. This server’s key for the model’s provider is missing").waitFor();
  await note.getByText("For developers").click();
  await note.getByText("set ANTHROPIC_API_KEY in the environment").waitFor();
  expect(await axeOf(page)).toEqual([]);
  await page.getByRole("textbox").fill("Hello");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("This agent cannot work right now").waitFor();
});
