import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { pick } from "../../harness/browser/pick-option.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();

test("[SEND-2] of two people one wins; the other sees who and what, and keeps their text", async () => {
  const conversation = await testServer.startConversation("scripted", [{ calls: [askOne] }, { text: "Thanks." }]);
  const path = `/c/${conversation.id}`;
  // The draft of the second person is refused once there is an answer.
  const late = [/status of 409/];
  const [first, second] = await Promise.all([
    openPage(testServer, { path }),
    openPage(testServer, { path, as: "colleague", expected: late }),
  ]);
  await second.getByRole("textbox", { name: "Something else…" }).fill("Water, please");
  const winner = first.locator("section[data-inquiry]");
  await pick(winner, "Coffee");
  await winner.getByRole("button", { name: "Submit answer" }).click();
  await first.locator("section[data-inquiry]").getByText("You answered").waitFor();

  await second.locator("section[data-inquiry]").getByText("Owner answered").waitFor();
  const card = second.locator("section[data-inquiry]");
  await card.getByText(/Tea or coffee\?\s+Water, please/).waitFor();
  await card.getByRole("button", { name: "Send as a message" }).waitFor();
  await conversation.waitForStatus("idle");
  expect(conversation.newMessages()).toMatchObject([{ text: expect.stringContaining("Coffee") }]);
  expect(await conversation.faults()).toEqual([]);
});
