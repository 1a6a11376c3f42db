import { I18nProvider } from "@lingui/react";
import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { createI18n } from "../i18n/i18n.ts";
import { Markdown } from "./markdown.tsx";
import { stepBudget, textParts } from "./markdown-parts.ts";
import { isOrdinary, markdownSteps } from "./markdown-steps.ts";

const i18n = createI18n();
/** The text as HTML, without the places where a long word may break. */
const rendered = (text: string) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Markdown links="open" text={text} />
    </I18nProvider>,
  ).replaceAll("<wbr/>", "");

test("[TEXT-21] a text of 200 KB is formatted up to a number of steps, and the rest of it is plain text", () => {
  const text = `${"Some *text* with `code` and [a link](https://a.example).\n\n- one\n- two\n\n".repeat(2_800)}The end.`;
  const parts = textParts(text);
  expect(parts.map(({ type }) => type).lastIndexOf("plain")).toBe(parts.length - 1);
  expect(parts.filter(({ type }) => type === "plain")).toHaveLength(1);
  const formatted = parts.filter(({ type }) => type === "markdown");
  expect(formatted.length).toBeGreaterThan(50);
  expect(formatted.reduce((steps, { source }) => steps + markdownSteps(source), 0)).toBeLessThanOrEqual(stepBudget);
});

test.each(["- ", "1. ", "> ", ">", "> - ", "*_", "["])(
  "[TEXT-20] what is nested 2,000 deep by `%s` is plain text with a note, and what is beside it is formatted",
  (mark) => {
    const deep = `${mark.repeat(2_000)}deep\n${mark.repeat(2_000)}deeper ${"]".repeat(mark === "[" ? 2_000 : 0)}`;
    const shown = rendered(`Some **bold** words.\n\n${deep}\n\nThe **end**.`);
    expect(shown).toContain("<strong>bold</strong>");
    expect(shown).toContain("<strong>end</strong>");
    expect(shown).toContain("Shown as plain text");
    const plain = /<div class="ask-text-plain">([^<]*)<\/div>/.exec(shown)?.[1]?.replaceAll("&gt;", ">");
    expect(plain).toBe(deep.trimEnd());
  },
);

test("[TEXT-20] lists and quotations that are nested ten deep are formatted", () => {
  const list = Array.from({ length: 10 }, (_, depth) => `${"  ".repeat(depth)}- level ${depth}`).join("\n");
  const quotation = `${"> ".repeat(10)}quoted`;
  const shown = rendered(`${list}\n\n${quotation}`);
  expect(shown.match(/<ul>/g)).toHaveLength(10);
  expect(shown.match(/<blockquote>/g)).toHaveLength(10);
  expect(shown).not.toContain("ask-text-plain");
});

test.each([
  ["a list of 300 items", "- **Name**: what [it](https://a.example) does, in `code`\n".repeat(300)],
  ["a numbered list", Array.from({ length: 200 }, (_, nth) => `${nth + 1}. **Do** \`this\` and *that*`).join("\n")],
  [
    "a table of 150 rows",
    `| a | b | c |\n| - | - | - |\n${"| **one** | `two` | [three](https://a.example) |\n".repeat(150)}`,
  ],
  [
    "long code",
    `Run this:\n\`\`\`ts\n${"const a: Map<string, number[]> = b[0] * c[1]; // `d`\n".repeat(400)}\`\`\`\nThen *rest*.`,
  ],
  [
    "paragraphs",
    `${"A _paragraph_ with **bold** words, `code` and [a link](https://a.example).\n".repeat(5)}\n`.repeat(40),
  ],
])("[TEXT-20] %s is formatted", (_, text) => {
  expect(textParts(text).map(({ type }) => type)).not.toContain("plain");
});

test("[TEXT-20] code of a long text keeps its lines and its language, and a link its definition elsewhere", () => {
  const long = "A line of text that is not short at all.\n\n".repeat(300);
  const shown = rendered(`See [the docs][d].\n\`\`\`js\na();\n\nb();\n\`\`\`\n${long}[d]: https://docs.example/a`);
  expect(shown).toContain('<a href="https://docs.example/a"');
  expect(shown).toContain("<code>a();\n\nb();</code>");
  expect(shown).toContain('<span dir="ltr">js</span>');
});

const word = fc.integer({ min: 0, max: 999 }).map((nth) => `w${nth}w`);
const mark = fc.constantFrom(
  "*",
  "**",
  "_",
  "~ ",
  "[",
  "]",
  "![",
  "` ",
  "<",
  "<!--",
  "> ",
  "- ",
  "1. ",
  "# ",
  "\n",
  "\n\n",
  "    ",
  "\t",
  "\\",
  "=\n",
  "---\n",
);
const piece = fc.oneof(
  word,
  mark,
  fc.tuple(mark, fc.integer({ min: 1, max: 400 })).map(([some, count]) => some.repeat(count)),
);
const nested = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""));

test("[TEXT-20] every word of a text is shown, however its marks are nested", () => {
  fc.assert(
    fc.property(nested, (text) => {
      const shown = rendered(text);
      for (const [wanted] of text.matchAll(/w\d+w/g)) expect(shown).toContain(wanted);
    }),
    { numRuns: 150 },
  );
});

test("[TEXT-20] any text is split into parts within the bounds, which joined are the text", () => {
  fc.assert(
    fc.property(
      fc.oneof(nested, fc.string({ maxLength: 400 }), fc.string({ unit: "binary", maxLength: 400 })),
      (text) => {
        const parts = textParts(text);
        expect(parts.map(({ source }) => source).join("")).toBe(text);
        for (const { type, source } of parts)
          if (type === "markdown") expect(isOrdinary(source, markdownSteps(source))).toBe(true);
        rendered(text);
      },
    ),
    { numRuns: 300 },
  );
});
