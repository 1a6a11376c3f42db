import { expect, test } from "vitest";
import { inquiryToMarkdown, inquiryToText } from "./card-menu.tsx";
import { shownCard } from "./testing/shown-card.ts";

const { inquiry } = shownCard({ inquiry: { context: "Three writers." } });

test("[CARD-9] a question is copied as text with the numbers of its options", () => {
  expect(inquiryToText(inquiry)).toBe(
    "Three writers.\n\nWhich **database**?\n1. Postgres: For many writers\n2. SQLite",
  );
});

test("[CARD-9] it is copied as markdown with its header", () => {
  expect(inquiryToMarkdown(inquiry)).toBe(
    "Three writers.\n\n### Storage\n\nWhich **database**?\n\n- **Postgres**: For many writers\n- **SQLite**",
  );
});
