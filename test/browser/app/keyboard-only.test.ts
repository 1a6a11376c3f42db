import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { cardOn, waitForThanks } from "../../harness/browser/inquiry-page.ts";
import { expectFocus, tabTo } from "../../harness/browser/keyboard-walk.ts";
import { waitUntilDeliberate } from "../../harness/browser/pointer.ts";
import { signInLink } from "../../harness/browser/sign-in.ts";
import { askTwo } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const script = (...replies: readonly unknown[]) => JSON.stringify({ script: replies });
const message = /^textbox "Message"/;

async function openHello(options = {}): Promise<Page> {
  const conversation = await testServer.startConversation("scripted", [{ text: "Hello." }, { text: "Again." }]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}`, ...options });
  await page.getByRole("log").getByText("Hello.", { exact: true }).waitFor();
  return page;
}

test("[KEYS-7] signing in, starting, answering, reviewing and sending need no pointer", async () => {
  const page = await openPage(testServer, { as: "nobody", path: "/agents/scripted", expected: [/status of 401/] });
  const { keyboard } = page;
  await expectFocus(page, /^heading "Sign in"/);
  await tabTo(page, /^textbox "Sign-in link"/);
  await keyboard.insertText(await signInLink(testServer.server));
  await keyboard.press("Enter");
  await page.getByRole("textbox", { name: "First message" }).waitFor();
  await tabTo(page, /^link "Skip/);
  await keyboard.press("Enter");
  await expectFocus(page, /^main/);
  await tabTo(page, /^textbox "First message"/);
  await keyboard.insertText(script({ text: "One moment.", calls: [askTwo] }, { text: "Thank you." }));
  await keyboard.press("Enter");
  await page.waitForURL(/\/c\//);
  // The card takes the focus from a field in which nobody writes.
  await expectFocus(page, /^textbox "(Message|Something else…)"/);
  const card = cardOn(page);
  await card.getByRole("heading").first().waitFor();
  await keyboard.press("Alt+q");
  await expectFocus(page, /^textbox "Something else…"/);
  await waitUntilDeliberate(card);
  await keyboard.press("ArrowUp");
  await expectFocus(page, /^radio "SQLite"/);
  await keyboard.press("ArrowDown");
  await expectFocus(page, /^radio "Postgres" \[checked\]/);
  await keyboard.press("Enter");
  await expectFocus(page, /"Which extras\?"/);
  await waitUntilDeliberate(card);
  await keyboard.press("1");
  await card.getByRole("checkbox", { name: "Backups", checked: true }).waitFor();
  await tabTo(page, /^textbox "Something else…"/);
  await keyboard.type("An index");
  await tabTo(page, /^button "Review"/);
  await keyboard.press("Enter");
  await expectFocus(page, /^heading "Review your answers"/);
  await tabTo(page, /^button "Submit answer"/);
  await waitUntilDeliberate(card);
  await keyboard.press("Enter");
  await waitForThanks(page);
  expect(await card.locator(":focus").count()).toBe(1);
});

test("[KEYS-7] an approval is refused with a reason, and another one allowed, by keyboard", async () => {
  for (const isAllowed of [false, true]) {
    const call = { name: "note", input: { line: "by keyboard" } };
    const conversation = await testServer.startConversation("careful", [{ calls: [call] }, { text: "Thank you." }]);
    await conversation.waitForInquiry();
    const page = await openPage(testServer, { path: `/c/${conversation.id}` });
    const { keyboard } = page;
    const card = cardOn(page);
    await card.getByRole("button", { name: "Allow once" }).waitFor();
    await keyboard.press("Alt+q");
    await expectFocus(page, /^group "Run note\?"/);
    await waitUntilDeliberate(card);
    await tabTo(page, isAllowed ? /^button "Allow once"/ : /^button "Refuse"/);
    await keyboard.press("Enter");
    if (!isAllowed) {
      await expectFocus(page, /^textbox "Reason/);
      await keyboard.press("Escape");
      await expectFocus(page, /^group "Run note\?"/);
      await keyboard.press("Escape");
      await expectFocus(page, /^button "Refuse"/);
      await keyboard.press("Enter");
      await expectFocus(page, /^textbox "Reason/);
      await keyboard.type("Not on a Friday");
      await tabTo(page, /^button "Cancel"/);
      await tabTo(page, /^button "Refuse"/);
      // A press within half a second of the question for the reason may be the second of a double click.
      await waitUntilDeliberate(card);
      await keyboard.press("Enter");
    }
    await waitForThanks(page);
    expect(await card.locator(":focus").count()).toBe(1);
  }
});

test("[KEYS-7] the palette gives the focus back when it is closed, and leads to the settings", async () => {
  const page = await openPage(testServer);
  const { keyboard } = page;
  await expectFocus(page, /^textbox "First message"/);
  await keyboard.press("Control+k");
  await expectFocus(page, /^searchbox "Search conversations, agents and actions"/);
  await keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expectFocus(page, /^textbox "First message"/);
  await keyboard.press("Control+k");
  await expectFocus(page, /^searchbox/);
  await keyboard.type("Settings");
  await page.getByRole("option", { name: "Settings" }).first().waitFor();
  await keyboard.press("ArrowDown");
  await expectFocus(page, /^searchbox/);
  await keyboard.press("Enter");
  await page.waitForURL(/\/settings$/);
  await expectFocus(page, /^heading "Settings"/);
  await tabTo(page, /^combobox "Language"/);
  // One letter: a browser forgets what was typed into a select after a second.
  await keyboard.press("d");
  await page.getByRole("heading", { name: "Einstellungen" }).waitFor();
  await expectFocus(page, /^combobox "Sprache"/);
  await tabTo(page, /^combobox "Farben"/);
});

test("[KEYS-7] the actions of a message return the focus to where they were called", async () => {
  const page = await openHello();
  const { keyboard } = page;
  await tabTo(page, message);
  await tabTo(page, /^button "Copy"/, "Shift+Tab");
  await keyboard.press("ArrowRight");
  await expectFocus(page, /^button "Quote"/);
  await keyboard.press("Enter");
  await expectFocus(page, message);
  await tabTo(page, /^button "Copy"/, "Shift+Tab");
  await keyboard.press("ArrowUp");
  await expectFocus(page, /^button "Copy"/);
  for (const next of [/^button "Quote"/, /^button "Copy link"/, /^button "Edit and send again"/]) {
    await keyboard.press("ArrowRight");
    await expectFocus(page, next);
  }
  for (const leave of ["Escape", "Cancel"]) {
    await keyboard.press("Enter");
    await expectFocus(page, /^textbox "Your message"/);
    if (leave === "Escape") await keyboard.press("Escape");
    else {
      await tabTo(page, /^button "Cancel"/);
      await keyboard.press("Enter");
    }
    await expectFocus(page, /^button "Edit and send again"/);
  }
});

test("[KEYS-7] a search in the conversation and the actions of its menu take the focus, and give it back", async () => {
  const page = await openHello();
  const { keyboard } = page;
  await tabTo(page, message);
  await keyboard.press("Control+Shift+f");
  await expectFocus(page, /^searchbox "Find in conversation"/);
  await keyboard.type("hello");
  await page.getByText("1 of", { exact: false }).or(page.getByText("2 of 2")).first().waitFor();
  await keyboard.press("Enter");
  await expectFocus(page, /^searchbox/);
  for (const name of [/^button "Previous message"/, /^button "Next message"/]) {
    await tabTo(page, name);
    await keyboard.press("Enter");
    await expectFocus(page, name);
  }
  await tabTo(page, /^button "Close/);
  await keyboard.press("Enter");
  await expectFocus(page, message);

  const menu = /^button "More about this conversation"/;
  await tabTo(page, menu, "Shift+Tab");
  await keyboard.press("Enter");
  await expectFocus(page, /^menu/);
  await tabTo(page, /^menuitem "Find in conversation"/, "ArrowDown");
  await keyboard.press("Enter");
  await expectFocus(page, /^searchbox/);
  await keyboard.press("Escape");
  await expectFocus(page, menu);
  await keyboard.press("Enter");
  await expectFocus(page, /^menu/);
  await keyboard.press("Escape");
  await expectFocus(page, menu);
  for (const [action, opened] of [
    [/^menuitem "Rename"/, /^textbox/],
    [/^menuitem "Delete"/, /^button "Cancel"/],
  ] as const) {
    await keyboard.press("Enter");
    await expectFocus(page, /^menu/);
    await tabTo(page, action, "ArrowDown");
    await keyboard.press("Enter");
    await expectFocus(page, opened);
    await keyboard.press("Escape");
    await expectFocus(page, menu);
  }
});

test("[KEYS-7] the drawer of a small screen takes the focus, gives it back, and leads to a conversation", async () => {
  const { body } = await testServer.api.post("/v1/conversations", {
    agent: "scripted",
    message: script({ text: "The heron is back." }),
    title: "Birds",
  });
  await testServer.api.waitForStatus(body.id, "idle");
  const page = await openHello({ width: 390, height: 844 });
  const { keyboard } = page;
  const menu = /^button "Conversations/;
  await tabTo(page, menu);
  await keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  expect(await page.locator("dialog :focus").count()).toBe(1);
  await keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expectFocus(page, menu);
  await keyboard.press("Enter");
  await tabTo(page, /^link ".*Birds/);
  await keyboard.press("Enter");
  await page.waitForURL(`**/c/${body.id}`);
  await expectFocus(page, /^heading "Birds"/);
});
