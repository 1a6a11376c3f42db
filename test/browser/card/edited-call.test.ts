import { expect, test } from "vitest";
import { isFocused, openInquiryPage, waitForThanks } from "../../harness/browser/inquiry-page.ts";
import { axeOf } from "../../harness/browser/page-checks.ts";
import { waitUntilDeliberate } from "../../harness/browser/pointer.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const note = { name: "note", input: { line: "mlik" } };

test("[CARD-50] a call is edited, survives a reload, and runs as changed", async () => {
  const { conversation, page, card, path } = await openInquiryPage(testServer, note, { agent: "corrected" });
  const field = card.getByRole("textbox", { name: "Input, as JSON" });
  const allow = card.getByRole("button", { name: "Allow as changed" });
  await card.getByRole("button", { name: "Edit…" }).click();
  await field.waitFor();
  expect(await isFocused(field)).toBe(true);
  expect(await field.inputValue()).toBe('{\n  "line": "mlik"\n}');
  await card.getByText("Nothing changes").waitFor();
  await field.fill('{ "line": ');
  await card.getByText("This is not a JSON object yet.").waitFor();
  expect(await allow.count()).toBe(0);
  await field.fill('{ "line": "milk" }');
  await card.locator("[data-diff=added]").first().waitFor();
  expect(await axeOf(page)).toEqual([]);
  await expect
    .poll(async () => (await testServer.api.get(`${path}/draft`)).body?.draft?.input)
    .toBe('{ "line": "milk" }');
  await page.reload();
  await field.waitFor();
  expect(await field.inputValue()).toBe('{ "line": "milk" }');
  expect(await isFocused(field)).toBe(false);
  await waitUntilDeliberate(allow);
  await allow.click();
  await card.getByText("Allowed with changes").waitFor();
  await waitForThanks(page);
  expect((await testServer.api.get(path)).body).toMatchObject({
    resolution: { input: { line: "milk" } },
    receipt: { allowed: true, edited: true },
  });
  const { body } = await testServer.api.get(`/v1/conversations/${conversation.id}/transcript`);
  expect(JSON.stringify(body)).toContain("noted milk");
});

test("[CARD-50] what was edited can be discarded, and a call that is not editable offers nothing", async () => {
  const { card } = await openInquiryPage(testServer, note, { agent: "corrected" });
  const edit = card.getByRole("button", { name: "Edit…" });
  await edit.click();
  await card.getByRole("button", { name: "Discard changes" }).click();
  await edit.waitFor();
  expect(await isFocused(edit)).toBe(true);
  await card.getByRole("button", { name: "Allow once", exact: true }).waitFor();
  const fixed = await openInquiryPage(testServer, note, { agent: "careful" });
  await fixed.card.getByRole("button", { name: "Allow once", exact: true }).waitFor();
  expect(await fixed.card.getByRole("button", { name: "Edit…" }).count()).toBe(0);
});

test("[CARD-50] the card shows what the schema of the tool refuses, and keeps what was written", async () => {
  const { card } = await openInquiryPage(testServer, note, { agent: "corrected", expected: [/422/] });
  await card.getByRole("button", { name: "Edit…" }).click();
  const field = card.getByRole("textbox", { name: "Input, as JSON" });
  await field.fill('{ "line": 7 }');
  const allow = card.getByRole("button", { name: "Allow as changed" });
  await waitUntilDeliberate(allow);
  await allow.click();
  await card.getByText(/^input: .*line/).waitFor();
  expect(await field.inputValue()).toBe('{ "line": 7 }');
});
