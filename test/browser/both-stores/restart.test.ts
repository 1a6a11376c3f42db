import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { freePort } from "../../harness/postgres/postgres-cluster.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer, type TestServer } from "../../harness/server/test-server.ts";

const whileAway = [/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/];

/** A test server that can be restarted at the same address. */
async function startRestartableServer(): Promise<{ readonly testServer: TestServer; restart(): Promise<TestServer> }> {
  const args = ["--port", String(await freePort())];
  const testServer = await startTestServer({ args });
  const { dataDir } = testServer.server;
  return {
    testServer,
    restart: () => startTestServer({ args, dataDir, env: { ASKBACK_TEST_PROMPTS: testServer.promptFile } }),
  };
}

test("[DRAFT-1] the server is killed while somebody types: nothing is lost, and the answer is delivered once", async () => {
  const { testServer, restart } = await startRestartableServer();
  const conversation = await testServer.startConversation("scripted", [{ calls: [askOne] }, { text: "Thanks." }]);
  const page = await openPage(testServer, { path: `/c/${conversation.id}`, expected: whileAway });
  const field = page.getByRole("textbox", { name: "Something else…" });
  await field.pressSequentially("Neither, ");
  await testServer.server.kill();
  await field.pressSequentially("water please");
  const { api } = await restart();
  expect(await field.inputValue()).toBe("Neither, water please");
  await page.locator("section[data-inquiry]").getByRole("button", { name: "Submit answer" }).click();
  await api.waitForStatus(conversation.id, "idle");
  expect(conversation.prompts()).toHaveLength(2);
  expect(conversation.newMessages()).toMatchObject([{ text: expect.stringContaining("Neither, water please") }]);
});

test("[SEND-3] the server is killed while an answer is held: it is delivered once", async () => {
  const { testServer, restart } = await startRestartableServer();
  const conversation = await testServer.startConversation("scripted", [{ calls: [askOne] }, { text: "Thanks." }]);
  const page = await openPage(testServer, { path: `/c/${conversation.id}`, expected: whileAway });
  const { id } = await conversation.waitForInquiry();
  await page.getByRole("radio", { name: "Tea" }).waitFor();
  await page.getByRole("textbox", { name: "Message" }).focus();
  await testServer.api.post(`/v1/inquiries/${id}/answer`, { answers: [{ question: "q1", options: ["o1"] }], hold: 10 });
  await page.getByRole("button", { name: "Undo" }).waitFor();
  await testServer.server.kill();
  const { api } = await restart();
  await api.waitForStatus(conversation.id, "idle");
  await page.locator("section[data-inquiry]").getByText("You answered").waitFor();
  expect(conversation.prompts()).toHaveLength(2);
});
