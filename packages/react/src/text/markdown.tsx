import { neutralise } from "@askback/core";
import { memo } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { CodeBlock } from "./code-block.tsx";
import { blocksOf } from "./markdown-blocks.tsx";
import type { MarkdownBlock, MarkdownRoot } from "./markdown-nodes.ts";
import { parseMarkdown, type TextPart, textParts } from "./markdown-parts.ts";
import { SourceOnError, UnformattedText } from "./source-on-error.tsx";

interface MarkdownProps {
  readonly text: string;
  readonly links: "open" | "text";
}

/** Markdown of an agent. What is too expensive to format is plain text, and so is what cannot be shown. */
export const Markdown = memo(function Markdown({ text, links }: MarkdownProps) {
  const parts = textParts(text);
  const firstPlain = parts.findIndex(({ type }) => type === "plain");
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
    <SourceOnError key={index} source={part.source}>
      {index === firstPlain && <PlainTextNote />}
      <Part links={links} part={part} />
    </SourceOnError>
  ));
});

/** Tells the reader of marks that are shown as they are written. */
function PlainTextNote() {
  const t = useTranslation();
  return <p className="ask-text-note">{t("text.unformatted")}</p>;
}

interface PartProps {
  readonly part: TextPart;
  readonly links: "open" | "text";
}

function Part({ part, links }: PartProps) {
  switch (part.type) {
    case "markdown":
      return <ParsedPart definitions={part.definitions} links={links} text={part.source} />;
    case "code":
      return <CodeBlock language={part.language && neutralise(part.language)} text={neutralise(part.code)} />;
    case "plain":
      return <UnformattedText text={part.source.trimEnd()} />;
  }
}

interface ParsedPartProps extends MarkdownProps {
  readonly definitions: string;
}

/** It is memoized, so that a text is parsed once. */
const ParsedPart = memo(function ParsedPart({ text, links, definitions }: ParsedPartProps) {
  const { source, root } = parseMarkdown(text, definitions);
  return blocksOf(root.children, { source, links, addressById: addressesIn(root), depth: 0 });
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
