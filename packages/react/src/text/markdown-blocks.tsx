import { neutralise } from "@askback/core";
import type { ReactNode } from "react";
import { CodeBlock } from "./code-block.tsx";
import { inlinesOf } from "./markdown-inlines.tsx";
import {
  contextInside,
  type MarkdownBlock,
  type MarkdownContext,
  type NodeOf,
  sourceOf,
  textOf,
} from "./markdown-nodes.ts";

/** Blocks as elements. Only what is listed here is ever shown, and raw HTML as text. */
export function blocksOf(nodes: readonly MarkdownBlock[], context: MarkdownContext): ReactNode {
  const inside = contextInside(context);
  if (!inside) return <p>{nodes.map((node) => sourceOf(node, context)).join("\n")}</p>;
  return nodes.map((node, key) => blockOf(node, key, inside));
}

function blockOf(node: MarkdownBlock, key: number, context: MarkdownContext): ReactNode {
  switch (node.type) {
    case "paragraph":
      return <p key={key}>{inlinesOf(node.children, context)}</p>;
    case "heading": {
      const Heading = `h${node.depth}` as const;
      return <Heading key={key}>{inlinesOf(node.children, context)}</Heading>;
    }
    case "thematicBreak":
      return <hr key={key} />;
    case "blockquote":
      return <blockquote key={key}>{blocksOf(node.children, context)}</blockquote>;
    case "list":
      return <List key={key} list={node} context={context} />;
    case "code": {
      const language = node.lang ? neutralise(node.lang) : undefined;
      return <CodeBlock key={key} language={language} text={neutralise(node.value)} />;
    }
    case "table":
      return <Table key={key} table={node} context={context} />;
    case "html":
      return <p key={key}>{neutralise(node.value)}</p>;
    // A footnote stays where it is written.
    case "footnoteDefinition":
      return <Footnote key={key} footnote={node} context={context} />;
    default:
      return null;
  }
}

interface ListProps {
  readonly list: NodeOf<"list">;
  readonly context: MarkdownContext;
}

function List({ list, context }: ListProps) {
  // A blank line in one item makes paragraphs of all.
  const isLoose = list.spread || list.children.some(({ spread }) => spread);
  const items = list.children.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items of one text have no other name
    <ListItem key={index} item={item} isLoose={isLoose} context={context} />
  ));
  if (!list.ordered) return <ul>{items}</ul>;
  return list.start === 1 ? <ol>{items}</ol> : <ol start={list.start ?? undefined}>{items}</ol>;
}

interface ListItemProps {
  readonly item: NodeOf<"listItem">;
  readonly isLoose: boolean;
  readonly context: MarkdownContext;
}

function ListItem({ item, isLoose, context }: ListItemProps) {
  const [first, ...rest] = item.children;
  const box = typeof item.checked === "boolean" && (
    // An item of a list is no label, so that the box is named by its text.
    <input aria-label={textOf(item.children).trim()} checked={item.checked} disabled type="checkbox" />
  );
  const className = box ? "task-list-item" : undefined;
  const isText = first?.type === "paragraph";
  const head = isText ? inlinesOf(first.children, context) : undefined;
  return (
    <li className={className}>
      {isLoose && isText ? (
        <p>
          {box}
          {head}
        </p>
      ) : (
        <>
          {box}
          {head}
        </>
      )}
      {blocksOf(isText ? rest : item.children, context)}
    </li>
  );
}

interface TableProps {
  readonly table: NodeOf<"table">;
  readonly context: MarkdownContext;
}

/** A wide table scrolls by itself, also from the keyboard. */
function Table({ table, context }: TableProps) {
  const [head, ...rows] = table.children.map(({ children }, index) => {
    const Cell = index === 0 ? "th" : "td";
    const columns = table.align ?? children.map(() => null);
    const cells = columns.map((align, column) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: cells of one text have no other name
      <Cell key={column} style={align ? { textAlign: align } : undefined}>
        {inlinesOf(children[column]?.children ?? [], context)}
      </Cell>
    ));
    // biome-ignore lint/suspicious/noArrayIndexKey: nor have its rows
    return <tr key={index}>{cells}</tr>;
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
    <div className="ask-table" tabIndex={0}>
      <table>
        <thead>{head}</thead>
        {rows.length > 0 && <tbody>{rows}</tbody>}
      </table>
    </div>
  );
}

interface FootnoteProps {
  readonly footnote: NodeOf<"footnoteDefinition">;
  readonly context: MarkdownContext;
}

function Footnote({ footnote, context }: FootnoteProps) {
  const [first, ...rest] = footnote.children;
  const isText = first?.type === "paragraph";
  return (
    <>
      <p>
        {neutralise(`[^${footnote.label ?? footnote.identifier}]: `)}
        {isText && inlinesOf(first.children, context)}
      </p>
      {blocksOf(isText ? rest : footnote.children, context)}
    </>
  );
}
