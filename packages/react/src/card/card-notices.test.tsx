import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { applyDraftAction, emptyDraft } from "../data/drafts/draft.ts";
import { createI18n } from "../i18n/i18n.ts";
import { problemOf } from "../testing/samples.ts";
import { CardView } from "./card-view.tsx";
import { shownCard } from "./testing/shown-card.ts";

function markupOf(changes: Parameters<typeof shownCard>[0]): string {
  return renderToStaticMarkup(
    <I18nProvider i18n={createI18n()}>
      <CardView card={shownCard(changes)} />
    </I18nProvider>,
  );
}

const problem = problemOf("inquiry-unknown", { status: 404, hint: "List inquiries at GET /v1/inquiries." });
const failed = { status: "failed", submission: { type: "answer", hold: 0 }, problem } as const;

test("[HISTORY-9] a card whose question is gone says so without a hint for programs, and keeps and copies what was written", () => {
  const { inquiry } = shownCard();
  const pick = { type: "pick", question: "q1", option: "o2" } as const;
  const draft = applyDraftAction(inquiry, emptyDraft(inquiry), pick);
  const shown = markupOf({ draft, sending: failed, isGone: true });
  expect(shown).toContain("This question is not there any more");
  expect(shown).toMatch(/What you wrote was not sent, and stays here\.<\/span><button[^>]*>Copy</);
  expect(shown).not.toMatch(/Retry|GET|ask-submit-button/);
  expect(markupOf({ isGone: true })).not.toContain("What you wrote");
  expect(markupOf({ draft, sending: failed })).toMatch(/Retry/);
});

test("[HISTORY-9] the call of an approval that is gone can neither be allowed nor refused", () => {
  const inquiry = { approval: { tool: "deploy", input: {} } };
  expect(markupOf({ inquiry })).toContain("Refuse");
  expect(markupOf({ inquiry, isGone: true })).not.toContain("Refuse");
});
