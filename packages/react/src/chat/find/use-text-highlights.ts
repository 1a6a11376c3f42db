import { type RefObject, useEffect } from "react";
import { folded, foldedWithPlaces } from "../../text/folded.ts";

/** Highlights a text wherever the messages on the page show it, without changing them; where the browser can. */
export function useTextHighlights(flow: RefObject<HTMLElement | null>, query: string, shown: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other messages have other places
  useEffect(() => {
    if (!("highlights" in CSS) || !flow.current) return;
    const highlight = new Highlight();
    for (const range of rangesOf(flow.current, folded(query.trim()))) highlight.add(range);
    CSS.highlights.set("ask-found", highlight);
    return () => void CSS.highlights.delete("ask-found");
  }, [flow, query, shown]);
}

/** A browser follows every range as the page changes, so that a letter that occurs everywhere would make it slow. */
const mostRanges = 2_000;

function rangesOf(flow: HTMLElement, wanted: string): readonly Range[] {
  if (wanted === "") return [];
  const ranges: Range[] = [];
  for (const body of flow.querySelectorAll(".ask-message-body")) {
    const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const { text, places } = foldedWithPlaces(node.textContent ?? "");
      for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
        const range = new Range();
        range.setStart(node, places[at] ?? 0);
        range.setEnd(node, places[at + wanted.length] ?? 0);
        ranges.push(range);
        if (ranges.length === mostRanges) return ranges;
      }
    }
  }
  return ranges;
}
