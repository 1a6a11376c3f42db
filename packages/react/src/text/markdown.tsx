import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { memo } from "react";
import { blocksOf } from "./markdown-blocks.tsx";
import type { MarkdownBlock, MarkdownRoot } from "./markdown-nodes.ts";

interface MarkdownProps {
  readonly text: string;
  readonly links: "open" | "text";
}

/** Markdown of an agent. It is memoized, so that a text is parsed once. */
export const Markdown = memo(function Markdown({ text, links }: MarkdownProps) {
  const root = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return blocksOf(root.children, { source: text, links, addressById: addressesIn(root), depth: 0 });
});

/** The addresses of links that are defined apart from them; of two with the same id the first counts. */
function addressesIn(root: MarkdownRoot): ReadonlyMap<string, string> {
  const addressById = new Map<string, string>();
  const left: (MarkdownRoot | MarkdownBlock)[] = [root];
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.type === "definition" && !addressById.has(node.identifier)) addressById.set(node.identifier, node.url);
    if ("children" in node) for (const child of node.children.toReversed()) left.push(child);
  }
  return addressById;
}
