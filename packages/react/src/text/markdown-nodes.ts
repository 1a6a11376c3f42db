import { neutralise } from "@askback/core";
import type { fromMarkdown } from "mdast-util-from-markdown";

export type MarkdownRoot = ReturnType<typeof fromMarkdown>;
/** Any node in it. Where blocks are expected, its types allow inline ones too. */
export type MarkdownBlock = MarkdownRoot["children"][number];
/** A node of this type. */
export type NodeOf<Type extends MarkdownBlock["type"]> = Extract<MarkdownBlock, { readonly type: Type }>;
export type MarkdownInline = NodeOf<"paragraph">["children"][number];

/** What is known about the context of a node. */
export interface MarkdownContext {
  /** The text that was parsed. */
  readonly source: string;
  /** `text` inside a label, where a link would be a control in a control. */
  readonly links: "open" | "text";
  readonly addressById: ReadonlyMap<string, string>;
  /** How many nodes are around this one. */
  readonly depth: number;
}

/** Nodes that are nested deeper are shown as they are written, since a browser fails on elements that are nested without end. */
const maxDepth = 40;

/** The context of what is inside a node; undefined if nothing may be nested deeper. */
export function contextInside(context: MarkdownContext): MarkdownContext | undefined {
  return context.depth < maxDepth ? { ...context, depth: context.depth + 1 } : undefined;
}

/** A node as it is written. */
export function sourceOf({ position }: MarkdownBlock, { source }: MarkdownContext): string {
  return neutralise(source.slice(position?.start.offset, position?.end.offset));
}

/** The text of nodes, without their formatting and without lists. */
export function textOf(nodes: readonly MarkdownBlock[], depth = 0): string {
  if (depth > maxDepth) return "";
  const texts = nodes.map((node) => {
    if (node.type === "list") return "";
    if ("children" in node) return textOf(node.children, depth + 1);
    return "value" in node ? neutralise(node.value) : "";
  });
  return texts.join("").replace(/\s+/g, " ");
}
