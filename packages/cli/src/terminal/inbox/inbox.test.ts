import type * as wire from "@askback/core/wire";
import { expect, test } from "vitest";
import { emptyInbox, type Inbox, openForm, pressInbox, withItems, withoutUndo } from "./inbox.ts";
import { inboxLines } from "./inbox-lines.ts";

function inquiry(revision: number, text = "Deploy?"): wire.Inquiry {
  const options = [{ id: "o1", label: "Yes" }];
  const questions = [{ id: "q1", text, options, multiSelect: false, ownWords: true }];
  return { id: "i", agent: "planner", revision, status: "open", askedAt: "2026-01-01T00:00:00Z", questions } as never;
}

const opened = (): Inbox => pressInbox(withItems(emptyInbox, [inquiry(1)]), { name: "enter" }).inbox;

test("[TERM-16] a card that was opened and not touched says that its question was changed", () => {
  const changed = withItems(opened(), [inquiry(2, "Deploy to staging?")]);
  expect(openForm(changed)).toMatchObject({ inquiry: { revision: 2 }, notice: expect.stringContaining("was changed") });
});

test("[TERM-5] a question that is resolved elsewhere says what is kept only if something was written", () => {
  expect(withItems(opened(), []).toast?.text).toBe("This question was resolved elsewhere.");
  const written = [..."oSoon"].reduce((inbox, text) => pressInbox(inbox, { name: "text", text }).inbox, opened());
  expect(withItems(written, []).toast?.text).toContain("What you wrote is kept");
});

test("[TERM-5] the number of open questions counts those that are not in the list", () => {
  const many: Inbox = { ...withItems(emptyInbox, [inquiry(1)]), beyond: 150, connection: "live" };
  const screen = { width: 60, height: 20, now: Date.parse("2026-01-01T00:03:00Z"), appUrl: "" };
  const text = inboxLines(many, screen)
    .map((line) => line.map((part) => part.text).join(""))
    .join("\n");
  expect(text).toMatch(/Inbox +151 open/);
  expect(text).toContain("and 150 more");
});

test("[TERM-5] the offer to take an answer back ends with its time, and leaves what was said since", () => {
  const toast = { text: "Sent to Planner.", undo: "i" };
  expect(withoutUndo({ ...emptyInbox, toast }, toast).toast).toBeUndefined();
  const later = { text: "Sent to Guide.", undo: "j" };
  expect(withoutUndo({ ...emptyInbox, toast: later }, toast).toast).toBe(later);
});
