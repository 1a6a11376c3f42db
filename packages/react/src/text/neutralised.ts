import { neutralise } from "@askback/core";

/** What is needed here of a node of markdown. */
interface MarkdownNode {
  value?: string;
  alt?: string | null;
  lang?: string | null;
  children?: MarkdownNode[];
}

/** Takes out what would reorder or hide words, since markdown can also write such characters by their numbers. */
export function neutralised() {
  return clean;
}

function clean(node: MarkdownNode): void {
  if (node.value !== undefined) node.value = neutralise(node.value);
  if (node.alt) node.alt = neutralise(node.alt);
  if (node.lang) node.lang = neutralise(node.lang);
  for (const child of node.children ?? []) clean(child);
}
