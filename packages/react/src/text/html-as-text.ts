/** What is needed here of a node of markdown. */
interface MarkdownNode {
  type: string;
  children?: MarkdownNode[];
}

/** Shows raw HTML as the letters it is written in: it does nothing, and hides nothing. */
export function htmlAsText() {
  return show;
}

function show(parent: MarkdownNode): void {
  if (!parent.children) return;
  parent.children = parent.children.map((node) => {
    show(node);
    if (node.type !== "html") return node;
    const text = { ...node, type: "text" };
    return parent.type === "paragraph" ? text : { type: "paragraph", children: [text] };
  });
}
