import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { createI18n } from "../i18n/i18n.ts";
import { hasMarkup } from "./agent-text.tsx";
import { Markdown } from "./markdown.tsx";

const i18n = createI18n();
const rendered = (text: string, links: "open" | "text" = "open") =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Markdown links={links} text={text} />
    </I18nProvider>,
  );

test("[TEXT-1] emphasis, code, lists and tables are shown", () => {
  const shown = rendered("**a** `b`\n\n- c\n\n| d |\n| - |\n| e |");
  for (const part of ["<strong>a</strong>", '<code dir="ltr">b</code>', "<li>c</li>", "<td>e</td>"])
    expect(shown).toContain(part);
});

test("[TEXT-1] raw HTML is shown as text and does nothing", () => {
  expect(rendered("<script>alert(1)</script>")).toBe("<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>");
  expect(rendered("a <img src=x onerror=alert(1)> b")).toBe("<p>a &lt;img src=x onerror=alert(1)&gt; b</p>");
});

test("[TEXT-1] raw HTML in a heading, a table or a link is text inside of it", () => {
  expect(rendered("# a <b>c</b>")).toBe("<h1>a &lt;b&gt;c&lt;/b&gt;</h1>");
  expect(rendered("**<i>**")).toBe("<p><strong>&lt;i&gt;</strong></p>");
  expect(rendered("| a |\n| - |\n| <u> |")).toContain("<td>&lt;u&gt;</td>");
});

test("[TEXT-1] emphasis that is nested 100 deep is shown as it is written from some depth on", () => {
  const shown = rendered(`${"**x ".repeat(100)}deep${"**".repeat(100)}`);
  expect(shown).toContain("deep");
  expect(depthOf(shown)).toBeGreaterThan(30);
  expect(depthOf(shown)).toBeLessThan(90);
});

/** How many elements are nested at most. */
function depthOf(html: string): number {
  let depth = 0;
  const depths = Array.from(html.matchAll(/<(\/?)[a-z]+>/g), ([, closing]) => {
    depth += closing ? -1 : 1;
    return depth;
  });
  return Math.max(...depths);
}

test("[TEXT-1] lists start at their number, and with blank lines between them items are paragraphs", () => {
  expect(rendered("3. a\n4. b")).toBe('<ol start="3"><li>a</li><li>b</li></ol>');
  expect(rendered("1. a\n\n2. b")).toBe("<ol><li><p>a</p></li><li><p>b</p></li></ol>");
  expect(rendered("- a\n  > b\n- c")).toBe("<ul><li>a<blockquote><p>b</p></blockquote></li><li>c</li></ul>");
});

test("[TEXT-1] a table has as many cells in each row as its head, aligned as it says", () => {
  expect(rendered("| a | b |\n| :- | -: |\n| c |\n| d | e | f |")).toBe(
    [
      '<div class="ask-table" tabindex="0"><table><thead><tr><th style="text-align:left">a</th><th style="text-align:right">b</th></tr></thead>',
      '<tbody><tr><td style="text-align:left">c</td><td style="text-align:right"></td></tr>',
      '<tr><td style="text-align:left">d</td><td style="text-align:right">e</td></tr></tbody></table></div>',
    ].join(""),
  );
});

test("[TEXT-1] a link may be defined elsewhere in the text, where its first definition counts", () => {
  const text =
    "[a][x] and [b][none]\n\n> [X]: https://one.example\n\n[x]: https://two.example\n[y]: javascript:alert(1)\n\n[c][y]";
  const shown = rendered(text);
  expect(shown).toContain('<a href="https://one.example/"');
  expect(shown).toContain("[b][none]");
  expect(shown).not.toContain("javascript");
  expect(shown).toContain("<p>c</p>");
});

test("[TEXT-1] code keeps its lines, and a break is one line break", () => {
  expect(rendered("```ts\na\n\nb\n```")).toContain("a\n\nb");
  expect(rendered("a  \nb\\\nc")).toBe("<p>a<br/>b<br/>c</p>");
});

test("[TEXT-1] images are replaced by their alternative text", () => {
  expect(rendered("![a pixel](https://evil.example/p.png)")).toBe("<p>a pixel</p>");
});

test("[TEXT-1] a link shows its host, and sends no referrer", () => {
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
])("[TEXT-1] %s is no link", (text) => {
  expect(rendered(text)).toBe("<p>x</p>");
});

test("[TEXT-1] a mailto link carries neither other recipients nor text", () => {
  expect(rendered("[me](mailto:a@example.com?bcc=spy@evil.example&body=secret)")).toBe(
    '<p><a href="mailto:a@example.com" rel="noopener noreferrer nofollow" target="_blank">me<span class="ask-link-host" dir="ltr"> (a@example.com)</span></a></p>',
  );
});

test("[TEXT-1] footnotes stay as they are written, without generated headings and arrows", () => {
  expect(rendered("Tea[^1] now.\n\n[^1]: Green *only*.")).toBe("<p>Tea[^1] now.</p><p>[^1]: Green <em>only</em>.</p>");
});

test("[TEXT-2] characters that reorder or hide text are removed, also if written as character references", () => {
  expect(
    rendered("a&#x202E;b&#8203;c&ZeroWidthSpace;d **e&#x2066;f** [g&#x202E;h](https://x.example) ![i&#8203;j](k)"),
  ).toBe(
    '<p>abcd <strong>ef</strong> <a href="https://x.example/" rel="noopener noreferrer nofollow" target="_blank">gh<span class="ask-link-host" dir="ltr"> (x.example)</span></a> ij</p>',
  );
  expect(rendered("```a&#x202E;b\nc\n```")).not.toMatch(/\u202e/);
});

test("[CARD-3] in a label a link is plain text", () => {
  expect(rendered("[x](https://example.com)", "text")).toBe("<p>x</p>");
});

test("[TEXT-1] the markdown parser is loaded only for texts that may contain markdown", () => {
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

test("[TEXT-6] a task list shows its boxes, named by their tasks", () => {
  expect(rendered("- [x] Buy **milk**\n- [ ] Rest\n  - [ ] Sleep")).toBe(
    [
      '<ul><li class="task-list-item"><input aria-label="Buy milk" disabled="" type="checkbox" checked=""/>Buy <strong>milk</strong></li>',
      '<li class="task-list-item"><input aria-label="Rest" disabled="" type="checkbox"/>Rest',
      '<ul><li class="task-list-item"><input aria-label="Sleep" disabled="" type="checkbox"/>Sleep</li></ul></li></ul>',
    ].join(""),
  );
  expect(rendered("- [ ] one\n\n- [x] two")).toContain('aria-label="two"');
});

test("[TEXT-6] only a task list makes boxes", () => {
  expect(rendered('<input type="text" value="x">')).not.toContain("<input");
  expect(rendered("[x] no list")).not.toContain("<input");
});
