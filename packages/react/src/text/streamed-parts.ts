/** A line that may belong to what stands before a blank line: to a list, whose marks come letter by letter. */
const mayContinue = /^(?:\s|[-*+](?:\s|$)|\d{1,9}(?:[.)]?$|[.)]\s)|$)/;
const fence = /^\s*(`{3,}|~{3,})(.*)$/;

/**
 * Markdown that is still being written, cut at blank lines after which nothing changes what stands before them. All parts
 * but the last stay as they are while the text grows, and all of them together are the text.
 */
export function streamedParts(text: string): readonly string[] {
  const parts: string[] = [];
  let begin = 0;
  let at = 0;
  let open: string | undefined;
  let isAfterBlank = false;
  for (const line of text.split("\n")) {
    if (open === undefined && isAfterBlank && !mayContinue.test(line)) {
      parts.push(text.slice(begin, at));
      begin = at;
    }
    open = fenceAfter(open, line);
    isAfterBlank = open === undefined && line.trim() === "";
    at += line.length + 1;
  }
  return [...parts, text.slice(begin)];
}

/** The fence that is open after a line, where one was open before it. */
function fenceAfter(open: string | undefined, line: string): string | undefined {
  const [, marks = "", words = ""] = fence.exec(line) ?? [];
  if (open === undefined) return marks === "" || (marks.startsWith("`") && words.includes("`")) ? undefined : marks;
  const closes = marks.startsWith(open) && words.trim() === "";
  return closes ? undefined : open;
}
