import { neutralise } from "../ask/plain-text.ts";

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/**
 * A text as a quotation in Markdown, which it cannot leave. HTML and images outside of code are shown as text. Code is
 * fenced anew at the margin after an empty line, so that what is taken for code here is code for every reader.
 */
export function quoteMarkdown(text: string): string {
  const lines: string[] = [];
  const codeFence = fenceAround(text);
  let openedBy: string | undefined;
  for (const line of neutralise(text).split("\n")) {
    const [, marks = "", words = ""] = fence.exec(line) ?? [];
    if (openedBy !== undefined) {
      if (marks.startsWith(openedBy) && words.trim() === "") {
        lines.push(codeFence, "");
        openedBy = undefined;
      } else lines.push(line);
    } else if (marks !== "" && !(marks.startsWith("`") && words.includes("`"))) {
      openedBy = marks;
      lines.push("", codeFence + (/^\s*([\w+#.-]{1,30})/.exec(words)?.[1] ?? ""));
    } else lines.push(withoutMarkup(line));
  }
  if (openedBy !== undefined) lines.push(codeFence);
  return lines.map((line) => `> ${line}`.trimEnd()).join("\n");
}

/** A line without HTML, without images, which a reader would load from anywhere, and without link definitions. */
function withoutMarkup(line: string): string {
  return line
    .replaceAll(/<(?=[a-z/!?])/gi, "&lt;")
    .replaceAll("![", "!\\[")
    .replaceAll("]:", "]\\:");
}

/** A fence that is longer than every run of backticks in the text. */
export function fenceAround(text: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return "`".repeat(longest + 1);
}
