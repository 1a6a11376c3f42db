import type { Inquiry } from "@askback/core/wire";
import { expect, test } from "vitest";
import { de } from "../../i18n/de/index.ts";
import { shownCard } from "../testing/shown-card.ts";
import { inReadersWords, questionLine } from "./approval-words.ts";

const t = (id: keyof typeof de, values: Readonly<Record<string, string | number>> = {}) =>
  de[id].replace("{tool}", String(values.tool));

const { inquiry: asked } = shownCard();
const approval: Inquiry = {
  ...asked,
  questions: [
    {
      id: "q1",
      text: "May the agent run shop__send_email?",
      header: "Approval",
      multiSelect: false,
      ownWords: false,
      options: [
        { id: "o1", label: "Allow once" },
        { id: "o2", label: "Refuse", description: "It does not run" },
        { id: "o3", label: "Allow for the rest of this conversation" },
        { id: "o9", label: "Newer" },
      ],
    },
  ],
  approval: { tool: "shop__send_email", input: {} },
};

test("[CARD-30] an approval is asked in the reader's language, by a name that people read", () => {
  expect(inReadersWords(approval, t).questions).toEqual([
    {
      id: "q1",
      text: "shop: send email ausführen?",
      multiSelect: false,
      ownWords: false,
      options: [
        { id: "o1", label: "Einmal erlauben" },
        { id: "o2", label: "Ablehnen" },
        { id: "o3", label: "Für den Rest dieser Unterhaltung erlauben" },
        { id: "o9", label: "Newer" },
      ],
    },
  ]);
});

test("[CARD-30] the title of its tool comes first, as plain text, and an agent's questions stay as they are", () => {
  const presentation = { title: "Send *this* to [all](x)?" };
  expect(questionLine({ ...approval, approval: { tool: "a", input: {}, presentation } }, t)).toBe(presentation.title);
  expect(inReadersWords(asked, t)).toBe(asked);
});
