import { expect, test } from "vitest";
import type { InquiryCard } from "../data/inquiry/inquiry-card.ts";
import { en } from "../i18n/en/index.ts";
import { createI18n } from "../i18n/i18n.ts";
import type { Announcement } from "../ui/announce.ts";
import { changeAnnouncement, deadlineAnnouncement, gapAnnouncement, newCardAnnouncement } from "./announcements.ts";
import { shownCard } from "./testing/shown-card.ts";

const i18n = createI18n();
const said = ({ messages, politeness }: Announcement) =>
  `${politeness}: ${messages.map(({ id, values }) => i18n._(id, values)).join(" ")}`;

type Changes = Parameters<typeof shownCard>[0];
const formats = { time: () => "14:02", list: (labels: readonly string[]) => labels.join(", ") };
const announced = (before: Changes, after: Changes) => {
  const announcement = changeAnnouncement(shownCard(before), shownCard(after), formats);
  return announcement && said(announcement);
};
const answered: Changes = {
  state: "answered",
  inquiry: { resolution: { type: "answered", at: "2026-05-04T14:02:00.000Z", by: "Ben" } },
};
const submission = { type: "answer", hold: 0 } as const;
const problem = { type: "", status: 500, code: "internal", title: "No", hint: "Again" };
const failed: InquiryCard["sending"] = { status: "failed", submission, problem };

test("[ANNOUNCE-3] a new question is announced with its number of options and how to get there", () => {
  expect(said(newCardAnnouncement(shownCard(), false))).toBe(
    "polite: Question from Planner: Which database? 2 options. Press Alt+Q to answer.",
  );
  expect(said(newCardAnnouncement(shownCard(), true))).toBe(
    "polite: Question from Planner: Which database? 2 options.",
  );
});

test("[APPROVAL-5] the title of an approval is announced as it is, since it is no Markdown", () => {
  const { questions } = shownCard().inquiry;
  const asked = questions.map((question) => ({ ...question, text: "Delete **/*_old_* in `docs`?" }));
  const approval = { tool: "delete", input: {} };
  expect(said(newCardAnnouncement(shownCard({ inquiry: { questions: asked, approval } }), true))).toContain(
    "Delete **/*_old_* in `docs`?",
  );
});

test("[ANNOUNCE-3] sending, holding and undoing are announced", () => {
  expect(announced({}, { state: "submitting" })).toBe("polite: Sending.");
  expect(announced({ state: "submitting" }, { state: "held" })).toBe(
    "polite: Your answer will be sent in 5 seconds. Undo is available.",
  );
  expect(announced({ state: "held" }, {})).toBe("polite: Not sent. You can change your answer.");
});

test("[ANNOUNCE-3] a failure is announced at once", () => {
  const failure = "assertive: Could not send. Nothing was lost. Retry is available.";
  expect(announced({ state: "submitting" }, { sending: failed })).toBe(failure);
  expect(announced({}, { sending: failed })).toBe(failure);
  expect(announced({ state: "held" }, { state: "held", failedAction: { action: "undo", problem } })).toBe(
    "assertive: Could not undo. Try again.",
  );
  expect(said(gapAnnouncement(3, 3))).toBe("assertive: Question 3 needs an answer.");
  expect(said(gapAnnouncement(1, 1))).toBe("assertive: This question needs an answer.");
});

test("[FOCUS-6] a resolution while somebody writes is announced politely, and that their text is kept", () => {
  expect(announced({}, answered)).toBe("polite: Ben answered · 14:02");
  expect(announced({}, { ...answered, recovered: "mine" })).toBe(
    "polite: Ben answered · 14:02 Your text is kept below.",
  );
});

test("[HISTORY-9] a question that is not there any more is announced at once", () => {
  expect(announced({}, { isGone: true })).toMatch(/^assertive: This question is not there any more/);
});

test("[ANNOUNCE-3] a restored draft, a changed question and the connection are announced", () => {
  expect(announced({}, { restored: { device: "phone", savedAt: "" } })).toBe(
    "polite: Your unsent answer was restored.",
  );
  expect(announced({}, { inquiry: { revision: 2 } })).toBe("polite: The question changed.");
  expect(announced({}, { isOffline: true })).toBe("polite: Not connected, your answer is saved.");
  expect(announced({ isOffline: true }, {})).toBe("polite: Connected again.");
  expect(announced({}, { sending: { status: "queued", submission, isServerBusy: true } })).toBe(
    "polite: The server could not take your answer yet. It is tried again.",
  );
  expect(announced({}, { sending: { status: "queued", submission } })).toBe(
    "polite: Not connected. Your answer will be sent when the server can be reached again.",
  );
});

test("[SEND-21] no text about the connection says that the reader is offline", () => {
  const told = Object.entries(en).filter(([, text]) => /\b(offline|online|when you are back)\b/i.test(text));
  expect(told).toEqual([]);
});

test("[ANNOUNCE-3] nothing is announced twice, nor what somebody does in the form", () => {
  expect(announced(answered, answered)).toBeUndefined();
  expect(announced({}, { draft: { revision: 1, answers: {}, comment: "x", step: 0 } })).toBeUndefined();
});

test("[ANNOUNCE-4] a deadline is announced politely at first and then at once", () => {
  expect(said(deadlineAnnouncement("soon"))).toMatch(/^polite: .*2 minutes/);
  expect(said(deadlineAnnouncement("now"))).toMatch(/^assertive: .*30 seconds/);
});

test("[EXTERNAL-25] a changed question is announced with what changed; a refused answer interrupts", () => {
  const amendment: InquiryCard["amendment"] = {
    changes: [
      { type: "question", before: "Which **store**?" },
      { type: "options-added", labels: ["MySQL"] },
    ],
    droppedPicks: ["SQLite"],
  };
  const inquiry = { revision: 2 };
  expect(announced({}, { inquiry, amendment })).toBe(
    "polite: The question changed. It was: “\u2068Which store?\u2069” New: \u2068MySQL\u2069 Your pick is no longer offered: \u2068SQLite\u2069",
  );
  const refused = {
    state: "pending",
    inquiry,
    amendment: { ...amendment, changes: [], isAnswerRefused: true },
  } as const;
  expect(announced({ state: "submitting", inquiry }, refused)).toContain(
    "assertive: The question changed. Your answer was not sent.",
  );
});
