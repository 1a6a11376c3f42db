import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { createI18n } from "../i18n/i18n.ts";
import { Markdown } from "./markdown.tsx";
import { hasMarkup } from "./safe-markdown.tsx";

const i18n = createI18n();
const rendered = (text: string, links: "open" | "words" = "open") =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Markdown links={links} text={text} />
    </I18nProvider>,
  );

test("[L-1] emphasis, code, lists and tables are shown", () => {
  const shown = rendered("**a** `b`\n\n- c\n\n| d |\n| - |\n| e |");
  for (const part of ["<strong>a</strong>", '<code dir="ltr">b</code>', "<li>c</li>", "<td>e</td>"])
    expect(shown).toContain(part);
});

test("[L-1] raw HTML is shown as letters and does nothing", () => {
  expect(rendered("<script>alert(1)</script>")).toBe("<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>");
  expect(rendered("a <img src=x onerror=alert(1)> b")).toBe("<p>a &lt;img src=x onerror=alert(1)&gt; b</p>");
});

test("[L-1] there are no images, only their words", () => {
  expect(rendered("![a pixel](https://evil.example/p.png)")).toBe("<p>a pixel</p>");
});

test("[L-1] a link shows where it leads, and tells that place nothing", () => {
  expect(rendered("[bank](https://evil.example/bank.com)")).toBe(
    '<p><a href="https://evil.example/bank.com" rel="noopener noreferrer nofollow" target="_blank">bank<span class="ask-link-host" dir="ltr"> (evil.example)</span></a></p>',
  );
  expect(rendered("[me](mailto:a@example.com)")).toContain("(a@example.com)");
});

test.each([
  "[x](javascript:alert(1))",
  "[x](data:text/html,1)",
  "[x](http://plain.example)",
  "[x](/here)",
  "[x](#there)",
  "[x](https://bank.com@evil.example)",
])("[L-1] %s is no link", (text) => {
  expect(rendered(text)).toBe("<p>x</p>");
});

test("[L-1] a link to a mail address brings neither other readers nor words with it", () => {
  expect(rendered("[me](mailto:a@example.com?bcc=spy@evil.example&body=secret)")).toBe(
    '<p><a href="mailto:a@example.com" rel="noopener noreferrer nofollow" target="_blank">me<span class="ask-link-host" dir="ltr"> (a@example.com)</span></a></p>',
  );
});

test("[L-1] footnotes stay as they are written, without words and arrows that nobody wrote", () => {
  expect(rendered("Tea[^1] now.\n\n[^1]: Green *only*.")).toBe(
    "<p>Tea[^1] now.</p>\n<p>[^1]: Green <em>only</em>.</p>",
  );
});

test("[L-2] what reorders or hides words is taken out, also where it is written by its number or name", () => {
  expect(
    rendered("a&#x202E;b&#8203;c&ZeroWidthSpace;d **e&#x2066;f** [g&#x202E;h](https://x.example) ![i&#8203;j](k)"),
  ).toBe(
    '<p>abcd <strong>ef</strong> <a href="https://x.example/" rel="noopener noreferrer nofollow" target="_blank">gh<span class="ask-link-host" dir="ltr"> (x.example)</span></a> ij</p>',
  );
  expect(rendered("```a&#x202E;b\nc\n```")).not.toMatch(/\u202e/);
});

test("[C-3] in a label there are only the words of a link", () => {
  expect(rendered("[x](https://example.com)", "words")).toBe("<p>x</p>");
});

test("[L-1] the reader of markdown is loaded only for what could be markdown", () => {
  expect(["Which one? Yes, that.", "One\ntwo"].filter(hasMarkup)).toEqual([]);
  const marked = [
    "**a**",
    "`a`",
    "- a",
    "1. a",
    "[a](b)",
    "https://a.example",
    "a | b",
    "# a",
    "<b>",
    "a@b.example",
    "\\*",
  ];
  expect(marked.filter((text) => !hasMarkup(text))).toEqual([]);
});
