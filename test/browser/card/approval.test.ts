import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import {
  isFocused,
  openInquiryPage,
  openPageBeforeInquiry,
  waitForThanks,
} from "../../harness/browser/inquiry-page.ts";
import { axeOf, tooWide } from "../../harness/browser/page-checks.ts";
import { pressAtOnce, waitUntilDeliberate } from "../../harness/browser/pointer.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const note = (line: string) => ({ name: "note", input: { line } });
/** A call that is 202 lines long as indented JSON. */
const longNote = {
  name: "note",
  input: { line: "first", ...Object.fromEntries(Array.from({ length: 198 }, (_, index) => [`field${index}`, index])) },
};
const publish = {
  name: "publish",
  input: { page: "home", before: "one\ntwo\n", after: "one\nthree\n", audience: "all \u202Eenoyreve" },
};

const allowOf = (card: Locator) => card.getByRole("button", { name: "Allow once", exact: true });
const refuseOf = (card: Locator) => card.getByRole("button", { name: "Refuse", exact: true });

/** Presses a button as a person does: after it has stood still in view for a while. */
async function pressDeliberately(button: Locator): Promise<void> {
  await waitUntilDeliberate(button);
  await button.click();
}

/** Whether the middle of an element is in the window and nothing covers it. */
function isUncovered(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    if (top < 0 || left < 0 || bottom > window.innerHeight || right > window.innerWidth) return false;
    const corners = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 6, top + 6],
      [right - 6, bottom - 6],
    ] as const;
    return corners.every(([x, y]) => node.contains(document.elementFromPoint(x, y)));
  });
}

test("[CARD-14] an approval shows the exact call with its hidden characters, and runs it once it is allowed", async () => {
  const { conversation, page, card } = await openInquiryPage(testServer, note("rm -rf \u202Eelif\u202C/"), {
    agent: "careful",
  });
  expect(await page.locator(".ask-tool").count()).toBe(0);
  const call = 'note\n{\n  "line": "rm -rf \\u202eelif\\u202c/"\n}';
  expect(await card.locator(".ask-call pre").textContent()).toBe(call);
  expect((await testServer.api.get(`/v1/conversations/${conversation.id}`)).body.inquiry.status).toBe("open");
  expect(await card.getByRole("radio").count()).toBe(0);
  expect(await card.getByRole("button", { name: "Submit answer" }).count()).toBe(0);
  await pressDeliberately(allowOf(card));
  await card.getByText("You allowed this").waitFor();
  await waitForThanks(page);
  await card.getByRole("button", { name: "Show the exact call" }).click();
  expect(await card.locator(".ask-call pre").textContent()).toBe(call);
});

test("[CARD-30] the title says what would run, in the reader's language, beside a mark", async () => {
  const { card } = await openInquiryPage(testServer, note("a"), { agent: "careful" });
  expect(await card.getByRole("heading", { level: 2 }).textContent()).toBe("Run note?");
  await card.getByText("Needs approval", { exact: true }).waitFor();
  const german = await openInquiryPage(testServer, note("a"), { agent: "careful", language: "de" });
  expect(await german.card.getByRole("heading", { level: 2 }).textContent()).toBe("note ausführen?");
  for (const name of ["Ablehnen", "Einmal erlauben"])
    await german.card.getByRole("button", { name, exact: true }).waitFor();
  expect(await german.card.textContent()).not.toContain("Allow");
});

test("[CARD-31] a call of 202 lines is cut to eight, and shown whole on request", async () => {
  const { card } = await openInquiryPage(testServer, longNote, { agent: "careful" });
  const call = card.locator(".ask-call pre");
  const lines = () => call.evaluate((pre) => pre.clientHeight / Number.parseFloat(getComputedStyle(pre).lineHeight));
  expect(Math.floor(await lines())).toBe(8);
  await card.getByRole("button", { name: "Show all 202 lines" }).click();
  await expect.poll(lines).toBeGreaterThan(200);
  await card.getByRole("button", { name: "Show less" }).click();
  await expect.poll(lines).toBeLessThan(9);
  await card.getByRole("button", { name: "Copy" }).waitFor();
});

const windows = [
  { width: 1280, height: 720 },
  { width: 390, height: 844, hasTouch: true },
  { width: 320, height: 256 },
];

test.each(windows)(
  "[CARD-32] both answers are in view at $width x $height, also with all lines shown",
  async (size) => {
    const { page, card } = await openInquiryPage(testServer, longNote, { agent: "careful", ...size });
    for (const button of [refuseOf(card), allowOf(card)]) await expect.poll(() => isUncovered(button)).toBe(true);
    expect(await tooWide(page)).toEqual([]);
    await card.getByRole("button", { name: "Show all 202 lines" }).click();
    for (const button of [refuseOf(card), allowOf(card)]) await expect.poll(() => isUncovered(button)).toBe(true);
    expect(await axeOf(page)).toEqual([]);
  },
);

test("[CARD-32] both answers stay in view on a phone that has lost the connection", async () => {
  const ownServer = await startTestServer();
  const size = { width: 390, height: 844, expected: [/Failed to load resource|ERR_|Failed to fetch/] };
  const { card } = await openInquiryPage(ownServer, longNote, { agent: "careful", ...size });
  await card.getByRole("button", { name: "Show all 202 lines" }).click();
  await ownServer.server.kill();
  await card.locator('[data-icon="offline"]').waitFor();
  for (const button of [refuseOf(card), allowOf(card)]) await expect.poll(() => isUncovered(button)).toBe(true);
});

test("[CARD-33] a reason is kept when it is cancelled, and goes with the refusal", async () => {
  const { page, card, path } = await openInquiryPage(testServer, note("refused"), { agent: "careful" });
  await refuseOf(card).click();
  const reason = card.getByRole("textbox", { name: "Reason (optional)" });
  await expect.poll(() => isFocused(reason)).toBe(true);
  await reason.fill("Not on Fridays.");
  await card.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => isFocused(refuseOf(card))).toBe(true);
  expect(await card.getByRole("textbox", { name: "Note for careful" }).inputValue()).toBe("Not on Fridays.");
  await page.reload();
  await card.getByRole("textbox", { name: "Note for careful" }).waitFor();
  await refuseOf(card).click();
  expect(await reason.inputValue()).toBe("Not on Fridays.");
  // Keys pressed right after the field got the focus are not meant for it.
  await waitUntilDeliberate(card);
  await reason.press("Control+Enter");
  await card.getByText("You refused this").waitFor();
  await waitForThanks(page);
  const { body } = await testServer.api.get(path);
  expect(body.resolution.answers).toMatchObject([{ question: "q1", options: ["o2"], note: "Not on Fridays." }]);
});

test("[CARD-34] only a deliberate press or a key on the button allows", async () => {
  const { page, card, path } = await openInquiryPage(testServer, note("keys"), { agent: "careful" });
  const isOpen = async () => (await testServer.api.get(path)).body.status === "open";
  const heading = card.getByRole("heading", { level: 2 });
  for (const key of ["1", "3", "Enter", "Control+Enter", "o", "n"]) await heading.press(key);
  expect(await isOpen()).toBe(true);
  // Keys pressed right after the card got the focus are not meant for it.
  await waitUntilDeliberate(card);
  await allowOf(card).focus();
  await page.keyboard.press("Enter");
  await card.getByText("You allowed this").waitFor();
});

test("[CARD-34] a press on a card that has just come into view allows nothing", async () => {
  const { conversation, page, card, ask } = await openPageBeforeInquiry(testServer, note("early"), {
    agent: "careful",
  });
  await Promise.all([pressAtOnce(page.locator("body"), ".ask-approval-footer .ask-primary"), ask()]);
  expect((await conversation.waitForStatus("parked")).inquiry.status).toBe("open");
  expect(await card.getAttribute("data-state")).toBe("pending");
  await pressDeliberately(allowOf(card));
  await card.getByText("You allowed this").waitFor();
});

test("[CARD-35] what a tool says about its input comes first, and the exact call is one click away", {
  tags: "smoke",
}, async () => {
  const { page, card } = await openInquiryPage(testServer, publish, { agent: "trusting" });
  expect(await card.getByRole("heading", { level: 2 }).textContent()).toBe("Publish home?");
  expect(await card.locator(".ask-call-fields").textContent()).toBe("Audienceall \\u202eenoyreve");
  await card.locator("[data-diff=added]").waitFor();
  expect(await card.getByRole("figure", { name: "Changes" }).locator("pre").textContent()).toBe(" one\n-two\n+three\n");
  await card.getByText("publish home", { exact: true }).waitFor();
  await card.getByText('"page": "home"').waitFor({ state: "hidden" });
  await card.getByRole("button", { name: "Show the exact call" }).click();
  await card.getByText('"page": "home"').waitFor();
  expect(await axeOf(page)).toEqual([]);
});

test("[CARD-36] allowing from now on says what it covers, is listed in the details, and is revoked there", {
  tags: "smoke",
}, async () => {
  const { conversation, page, card } = await openInquiryPage(testServer, publish, { agent: "trusting" });
  await card.getByRole("button", { name: "Allow from now on…" }).click();
  await card.getByText("Everything else may differ").waitFor();
  expect(await card.locator(".ask-settle .ask-call-fields").textContent()).toBe('page"home"');
  await expect.poll(() => isFocused(card.getByRole("button", { name: "Cancel" }))).toBe(true);
  await pressDeliberately(card.getByRole("button", { name: "Allow from now on", exact: true }));
  await card.getByText("You allowed this").waitFor();
  await waitForThanks(page);
  await page.getByRole("button", { name: "Details" }).click();
  const list = page.getByRole("region", { name: "Allowed from now on" });
  await list.getByText("Publish", { exact: true }).waitFor();
  await list.getByRole("button", { name: "Revoke: Publish" }).click();
  await list.waitFor({ state: "detached" });
  const { body } = await testServer.api.get(`/v1/conversations/${conversation.id}`);
  expect(body).not.toHaveProperty("permissions");
});

test("[CARD-30] details and notifications name the call as its card does", async () => {
  const { page, card } = await openInquiryPage(testServer, note("a"), { agent: "careful" });
  const title = (await card.getByRole("heading", { level: 2 }).textContent()) ?? "";
  await page.getByRole("button", { name: "Details" }).click();
  const asked = page.getByRole("list", { name: "Runs" }).locator(".ask-run-question");
  await expect.poll(() => asked.allTextContents()).toEqual([title]);
  await page.getByRole("link", { name: /^Notifications/ }).click();
  const notified = page.locator(".app-notice-text").first();
  await expect.poll(() => notified.textContent()).toBe(title);
});
