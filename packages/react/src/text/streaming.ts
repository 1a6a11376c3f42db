import { createContext, useEffect, useState } from "react";

/** A line after a blank line that may continue the block before it, such as a list whose marker is still being written. */
const mayContinue = /^(?:\s|[-*+](?:\s|$)|\d{1,9}(?:[.)]?$|[.)]\s)|$)/;
const fence = /^\s*(`{3,}|~{3,})(.*)$/;

/**
 * Splits markdown that is still being written at blank lines where a block is finished. Only the last part changes while
 * the text grows, and the parts joined are the text.
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

/**
 * Joins neighbouring parts until they are of this length, so that there are not more of them than a page can show. A part
 * that may not be joined stays alone.
 */
export function joinedParts(
  parts: readonly string[],
  length: number,
  mayJoin: (part: string) => boolean = () => true,
): readonly string[] {
  const joined: string[] = [];
  let pending: string[] = [];
  let size = 0;
  const flush = () => {
    if (pending.length > 0) joined.push(pending.join(""));
    pending = [];
    size = 0;
  };
  for (const part of parts) {
    const isAlone = !mayJoin(part);
    if (isAlone) flush();
    pending.push(part);
    size += part.length;
    if (isAlone || size >= length) flush();
  }
  flush();
  return joined;
}

/** The code fence that is open after a line, given the one that was open before it. */
export function fenceAfter(open: string | undefined, line: string): string | undefined {
  const [, marks = "", words = ""] = fence.exec(line) ?? [];
  if (open === undefined) return marks === "" || (marks.startsWith("`") && words.includes("`")) ? undefined : marks;
  const closes = marks.startsWith(open) && words.trim() === "";
  return closes ? undefined : open;
}

/** Whether a text is still being written, so that expensive work on it, such as highlighting, waits. */
export const IsStreaming = createContext(false);

/** A value that changes often, updated at most once a frame. */
export function useEachFrame<Value>(value: Value): Value {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setShown(() => value));
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return shown;
}
