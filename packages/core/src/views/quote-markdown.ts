import { neutralise } from "../ask/plain-text.ts";

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/**
 * A text as a quotation in Markdown, which it cannot leave. HTML and images outside of code are shown as text. Code is
 * fenced anew at the margin after an empty line, so that what is taken for code here is code for every reader.
 */
export function quoteMarkdown(text: string): string {
  const lines: string[] = [];
  let code: OpenCode | undefined;
  const close = ({ openedBy, language, lines: inside }: OpenCode) => {
    // The fence fits this code alone, or one long run of backticks would be repeated around all code of a text.
    const codeFence = fenceAround([openedBy, ...inside].join("\n"));
    lines.push("", codeFence + language);
    for (const line of inside) lines.push(line);
    lines.push(codeFence);
  };
  for (const line of neutralise(text).split("\n")) {
    const [, marks = "", words = ""] = fence.exec(line) ?? [];
    if (code) {
      if (marks.startsWith(code.openedBy) && words.trim() === "") {
        close(code);
        lines.push("");
        code = undefined;
      } else code.lines.push(line);
    } else if (marks !== "" && !(marks.startsWith("`") && words.includes("`"))) {
      code = { openedBy: marks, language: /^\s*([\w+#.-]{1,30})/.exec(words)?.[1] ?? "", lines: [] };
    } else lines.push(withoutMarkup(line));
  }
  if (code) close(code);
  return lines.map((line) => `> ${line}`.trimEnd()).join("\n");
}

/** Code whose end is not read yet. */
interface OpenCode {
  readonly openedBy: string;
  readonly language: string;
  readonly lines: string[];
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
