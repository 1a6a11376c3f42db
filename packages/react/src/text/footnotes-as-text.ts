/** What is needed here of a node of markdown. */
interface MarkdownNode {
  type: string;
  /** The name of a footnote, as it was written. */
  label?: string;
  value?: string;
  children?: MarkdownNode[];
}

/** Leaves footnotes where they are written: their list would have a heading in one language, and arrows that lead nowhere. */
export function footnotesAsText() {
  return show;
}

function show(parent: MarkdownNode): void {
  if (!parent.children) return;
  parent.children = parent.children.flatMap((node) => {
    show(node);
    if (node.type === "footnoteReference") return [textOf(`[^${node.label}]`)];
    return node.type === "footnoteDefinition" ? note(node) : [node];
  });
}

function note({ label, children = [] }: MarkdownNode): MarkdownNode[] {
  const name = textOf(`[^${label}]: `);
  const [first, ...rest] = children;
  if (first?.type !== "paragraph") return [{ type: "paragraph", children: [name] }, ...children];
  return [{ ...first, children: [name, ...(first.children ?? [])] }, ...rest];
}

function textOf(value: string): MarkdownNode {
  return { type: "text", value };
}
