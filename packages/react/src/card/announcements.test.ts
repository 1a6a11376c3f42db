import { expect, test } from "vitest";
import { createI18n } from "../i18n/i18n.ts";
import { type Announcement, arrival, change, gap, warning } from "./announcements.ts";
import type { InquiryCard } from "./inquiry-card.ts";
import { shownCard } from "./testing/shown-card.ts";

const i18n = createI18n();
const said = ({ phrases, politeness }: Announcement) =>
  `${politeness}: ${phrases.map(({ id, values }) => i18n._(id, values)).join(" ")}`;

type Changes = Parameters<typeof shownCard>[0];
const told = (before: Changes, after: Changes) => {
  const announcement = change(shownCard(before), shownCard(after), () => "14:02");
  return announcement && said(announcement);
};
const answered: Changes = {
  state: "answered",
  inquiry: { resolution: { type: "answered", at: "2026-05-04T14:02:00.000Z", by: "Ben" } },
};
const wish = { type: "answer", hold: 0 } as const;
const problem = { type: "", status: 500, code: "internal", title: "No", hint: "Again" };
const failed: InquiryCard["sending"] = { status: "failed", wish, problem };

test("[S-3] a question that arrives is read out with how many options it has and the way there", () => {
  expect(said(arrival(shownCard(), false))).toBe(
    "polite: Question from Planner: Which database? 2 options. Press Alt+Q to answer.",
  );
  expect(said(arrival(shownCard(), true))).toBe("polite: Question from Planner: Which database? 2 options.");
});

test("[S-3] sending, holding and undoing are told", () => {
  expect(told({}, { state: "submitting" })).toBe("polite: Sending.");
  expect(told({ state: "submitting" }, { state: "held" })).toBe("polite: Answer sent. Undo available for 5 seconds.");
  expect(told({ state: "held" }, {})).toBe("polite: Not sent. You can change your answer.");
});

test("[S-3] what goes wrong is told at once", () => {
  const words = "assertive: Could not send. Nothing was lost. Retry is available.";
  expect(told({ state: "submitting" }, { sending: failed })).toBe(words);
  expect(told({}, { sending: failed })).toBe(words);
  expect(told({ state: "held" }, { state: "held", failedAct: { act: "undo", problem } })).toBe(
    "assertive: Could not undo. Try again.",
  );
  expect(said(gap(3, 3))).toBe("assertive: Question 3 needs an answer.");
  expect(said(gap(1, 1))).toBe("assertive: This question needs an answer.");
});

test("[F-6] an end under somebody's hands is told politely, and that their text is kept", () => {
  expect(told({}, answered)).toBe("polite: Ben answered · 14:02");
  expect(told({}, { ...answered, recovered: "mine" })).toBe("polite: Ben answered · 14:02 Your text is kept below.");
});

test("[S-3] a restored draft, a changed question, and the connection are told", () => {
  expect(told({}, { restored: { device: "phone", savedAt: "" } })).toBe("polite: Your unsent answer was restored.");
  expect(told({}, { inquiry: { revision: 2 } })).toBe("polite: The question changed.");
  expect(told({}, { isOffline: true })).toBe("polite: Offline, your answer is saved.");
  expect(told({ isOffline: true }, {})).toBe("polite: Back online.");
  expect(told({}, { sending: { status: "queued", wish } })).toBe(
    "polite: Offline. Your answer will be sent when you are back.",
  );
});

test("[S-3] nothing is told twice, nor what somebody does in the form", () => {
  expect(told(answered, answered)).toBeUndefined();
  expect(told({}, { draft: { revision: 1, answers: {}, comment: "x", step: 0 } })).toBeUndefined();
});

test("[S-4] a deadline is told politely at first and then at once", () => {
  expect(said(warning("soon"))).toMatch(/^polite: .*2 minutes/);
  expect(said(warning("now"))).toMatch(/^assertive: .*30 seconds/);
});
