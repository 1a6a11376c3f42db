import { neutralise } from "@askback/core";
import type { ReactNode } from "react";
import { CodeBlock } from "./code-block.tsx";
import { inlinesOf } from "./markdown-inlines.tsx";
import {
  type MarkdownBlock,
  type MarkdownPlace,
  type NodeOf,
  placeInside,
  sourceOf,
  textOf,
} from "./markdown-nodes.ts";

/** Blocks as elements. Only what is listed here is ever shown, and raw HTML as text. */
export function blocksOf(nodes: readonly MarkdownBlock[], place: MarkdownPlace): ReactNode {
  const inside = placeInside(place);
  if (!inside) return <p>{nodes.map((node) => sourceOf(node, place)).join("\n")}</p>;
  return nodes.map((node, key) => blockOf(node, key, inside));
}

function blockOf(node: MarkdownBlock, key: number, place: MarkdownPlace): ReactNode {
  switch (node.type) {
    case "paragraph":
      return <p key={key}>{inlinesOf(node.children, place)}</p>;
    case "heading": {
      const Heading = `h${node.depth}` as const;
      return <Heading key={key}>{inlinesOf(node.children, place)}</Heading>;
    }
    case "thematicBreak":
      return <hr key={key} />;
    case "blockquote":
      return <blockquote key={key}>{blocksOf(node.children, place)}</blockquote>;
    case "list":
      return <List key={key} list={node} place={place} />;
    case "code": {
      const language = node.lang ? neutralise(node.lang) : undefined;
      return <CodeBlock key={key} language={language} text={neutralise(node.value)} />;
    }
    case "table":
      return <Table key={key} table={node} place={place} />;
    case "html":
      return <p key={key}>{neutralise(node.value)}</p>;
    // A footnote stays where it is written.
    case "footnoteDefinition":
      return <Footnote key={key} footnote={node} place={place} />;
    default:
      return null;
  }
}

interface ListProps {
  readonly list: NodeOf<"list">;
  readonly place: MarkdownPlace;
}

function List({ list, place }: ListProps) {
  // A blank line in one item makes paragraphs of all.
  const isLoose = list.spread || list.children.some(({ spread }) => spread);
  const items = list.children.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items of one text have no other name
    <ListItem key={index} item={item} isLoose={isLoose} place={place} />
  ));
  if (!list.ordered) return <ul>{items}</ul>;
  return list.start === 1 ? <ol>{items}</ol> : <ol start={list.start ?? undefined}>{items}</ol>;
}

interface ListItemProps {
  readonly item: NodeOf<"listItem">;
  readonly isLoose: boolean;
  readonly place: MarkdownPlace;
}

function ListItem({ item, isLoose, place }: ListItemProps) {
  const [first, ...rest] = item.children;
  const box = typeof item.checked === "boolean" && (
    // An item of a list is no label, so that the box is named by its text.
    <input aria-label={textOf(item.children).trim()} checked={item.checked} disabled type="checkbox" />
  );
  const className = box ? "task-list-item" : undefined;
  const isText = first?.type === "paragraph";
  const head = isText ? inlinesOf(first.children, place) : undefined;
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
      {blocksOf(isText ? rest : item.children, place)}
    </li>
  );
}

interface TableProps {
  readonly table: NodeOf<"table">;
  readonly place: MarkdownPlace;
}

/** A wide table scrolls by itself, also from the keyboard. */
function Table({ table, place }: TableProps) {
  const [head, ...rows] = table.children.map(({ children }, index) => {
    const Cell = index === 0 ? "th" : "td";
    const columns = table.align ?? children.map(() => null);
    const cells = columns.map((align, column) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: cells of one text have no other name
      <Cell key={column} style={align ? { textAlign: align } : undefined}>
        {inlinesOf(children[column]?.children ?? [], place)}
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
  readonly place: MarkdownPlace;
}

function Footnote({ footnote, place }: FootnoteProps) {
  const [first, ...rest] = footnote.children;
  const isText = first?.type === "paragraph";
  return (
    <>
      <p>
        {neutralise(`[^${footnote.label ?? footnote.identifier}]: `)}
        {isText && inlinesOf(first.children, place)}
      </p>
      {blocksOf(isText ? rest : footnote.children, place)}
    </>
  );
}
