import { expect, test } from "vitest";
import { isFocused, openInquiryPage, waitForThanks } from "../../harness/browser/inquiry-page.ts";
import { pick } from "../../harness/browser/pick-option.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();

test("[SEND-3] an own answer is corrected by a message that quotes the question, and stays as it was given", async () => {
  const { page, card, path } = await openInquiryPage(testServer, askOne);
  await pick(card, "Tea");
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  await waitForThanks(page);
  const composer = page.getByRole("textbox", { name: "Message", exact: true });
  await composer.fill("Sorry.");
  await page.getByRole("button", { name: "Correct…" }).click();
  expect(await composer.inputValue()).toBe("Sorry.\n\n> Tea or coffee?\n\n");
  expect(await isFocused(composer)).toBe(true);
  await page.keyboard.type("Coffee");
  expect(await composer.inputValue()).toBe("Sorry.\n\n> Tea or coffee?\n\nCoffee");
  expect((await testServer.api.get(path)).body.resolution.answers).toMatchObject([{ question: "q1", options: ["o1"] }]);
});

test("[SEND-3] another person's answer cannot be corrected", async () => {
  const { page, path } = await openInquiryPage(testServer, askOne, { as: "colleague" });
  await testServer.api.post(`${path}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
  await waitForThanks(page);
  await page.getByText("What the agent received").waitFor();
  expect(await page.getByRole("button", { name: "Correct…" }).count()).toBe(0);
});
