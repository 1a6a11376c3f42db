import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { cardStateOf } from "../../data/inquiry/inquiry-card.ts";
import { createI18n } from "../../i18n/i18n.ts";
import { CardView } from "../card-view.tsx";
import { shownCard } from "../testing/shown-card.ts";
import { StuckNotice } from "./stuck-notice.tsx";

const me = { id: "ana", project: "default", scopes: ["answer"] } as const;
const agreements = [{ by: "ben", at: "2026-11-15T09:30:00.000Z", groups: ["ops"] }];
const quorum = { rules: [{ count: 2 }], excludes: ["zoe"] };
const secretQuestion = {
  id: "q1",
  text: "Which password?",
  options: [],
  multiSelect: false,
  ownWords: true,
  secret: true,
} as const;

function markupOf(changes: NonNullable<Parameters<typeof shownCard>[0]>): string {
  return renderToStaticMarkup(
    <I18nProvider i18n={createI18n()}>
      <CardView card={shownCard(changes)} />
    </I18nProvider>,
  );
}

test("[AUDIENCE-9] who may not answer has a read-only card, which says who may", () => {
  const { inquiry } = shownCard({ inquiry: { audience: { people: ["ben"], groups: ["ops"] }, mayAnswer: false } });
  expect(cardStateOf(inquiry, { status: "none" }, me)).toBe("readonly");
  expect(cardStateOf({ ...inquiry, mayAnswer: true }, { status: "none" }, me)).toBe("pending");
  const shown = markupOf({ state: "readonly", inquiry });
  expect(shown).toContain("Only ben and the group ops may answer.");
  expect(shown).not.toContain('type="submit"');
});

test("[AUDIENCE-9] [QUORUM-9] a card says who has agreed so far, who is missing and who is answering", () => {
  const missing = [{ count: 1, group: "law" }, { count: 2 }];
  const nobody = markupOf({ inquiry: { quorum, missing } });
  expect(nobody).toContain("Nobody has agreed yet. Still needed: 1 person of law and 2 more people.");
  const shown = markupOf({ inquiry: { quorum, agreements, missing: [{ count: 1 }], takenBy: "cleo" } });
  expect(shown).toContain("ben (ops) agreed. Still needed: 1 more person.");
  expect(shown).toContain("cleo is answering.");
});

test("[QUORUM-12] whoever has agreed can take it back on the card, and nobody else", () => {
  const shown = (me: string, inquiry: Parameters<typeof markupOf>[0]["inquiry"] = {}) =>
    markupOf({ state: "readonly", me, inquiry: { quorum, agreements, ...inquiry } });
  expect(shown("ben")).toContain("Take back my agreement");
  expect(shown("ana")).not.toContain("Take back my agreement");
  expect(shown("ben", { status: "held" })).not.toContain("Take back my agreement");
});

test("[QUORUM-11] a card that nobody who is left can complete says so", () => {
  const { inquiry } = shownCard({ inquiry: { quorum, agreements, mayAnswer: false, isUnanswerable: true } });
  const shown = renderToStaticMarkup(
    <I18nProvider i18n={createI18n()}>
      <StuckNotice inquiry={inquiry} />
    </I18nProvider>,
  );
  expect(shown).toContain("Too few people can allow this.");
});

test("[SECRET-6] a secret is typed into a password field that no draft fills", () => {
  const shown = markupOf({ inquiry: { questions: [secretQuestion] } });
  expect(shown).toContain('type="password"');
  expect(shown).toContain('autoComplete="off"');
  expect(shown).not.toContain("<textarea");
});
