import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { createI18n } from "../i18n/i18n.ts";
import { CardSummary } from "./card-summary.tsx";
import { shownCard } from "./testing/shown-card.ts";

function summaryOf(changes: Parameters<typeof shownCard>[0]): string {
  return renderToStaticMarkup(
    <I18nProvider i18n={createI18n()}>
      <CardSummary card={shownCard({ state: "answered", ...changes })} links={{}} now={undefined} />
    </I18nProvider>,
  );
}

const openQuestion = { id: "q1", text: "What for?", multiSelect: false, ownWords: true, options: [] };

test("[CARD-12] only what has options offers to show them", () => {
  expect(summaryOf({})).toContain("Show all options");
  expect(summaryOf({ inquiry: { questions: [openQuestion] } })).not.toContain("<button");
});

test("[CARD-12] the context of a question without options can be shown", () => {
  const shown = summaryOf({ inquiry: { questions: [openQuestion], context: "It is for a birthday." } });
  expect(shown).toContain("Show context");
  expect(shown).not.toContain("all options");
});

const approval = { tool: "deploy", input: {} };
const question = {
  ...openQuestion,
  options: [
    { id: "o1", label: "Allow once" },
    { id: "o2", label: "Refuse" },
  ],
};

const marks = [
  ["allowed", "o1"],
  ["refused", "o2"],
] as const;

test.for(marks)("[CARD-39] a call that was %s is marked so", ([mark, option]) => {
  const resolution = {
    type: "answered" as const,
    at: "2026-05-04T14:00:00.000Z",
    answers: [{ question: "q1", options: [option] }],
  };
  const shown = summaryOf({ inquiry: { status: "answered", approval, questions: [question], resolution } });
  expect(shown.includes("data-refused")).toBe(mark === "refused");
});
