import { memo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import { harden } from "rehype-harden";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import { AgentLink } from "./agent-link.tsx";
import { CodeBlock } from "./code-block.tsx";
import { footnotesAsText } from "./footnotes-as-text.ts";
import { htmlAsText } from "./html-as-text.ts";
import { allowedElements, sanitizeSchema } from "./markdown-rules.ts";
import { neutralised } from "./neutralised.ts";

interface MarkdownProps {
  readonly text: string;
  readonly links: "open" | "words";
}

/** Parsed once for each text, however often the card around it is drawn. */
export const Markdown = memo(function Markdown({ text, links }: MarkdownProps) {
  return (
    <ReactMarkdown
      allowedElements={allowedElements}
      components={links === "open" ? withLinks : withoutLinks}
      rehypePlugins={[
        [harden, { allowedLinkPrefixes: ["*"], linkBlockPolicy: "text-only", imageBlockPolicy: "text-only" }],
        [rehypeSanitize, sanitizeSchema],
      ]}
      remarkPlugins={[remarkGfm, footnotesAsText, htmlAsText, neutralised]}
      unwrapDisallowed
    >
      {text}
    </ReactMarkdown>
  );
});

const blocks: Components = {
  pre: ({ children }) => children,
  code: ({ className, children }) => {
    const text = String(children);
    const language = /language-(\S+)/.exec(className ?? "")?.[1];
    const isBlock = language !== undefined || text.endsWith("\n");
    return isBlock ? (
      <CodeBlock language={language} text={text.replace(/\n$/, "")} />
    ) : (
      <code dir="ltr">{children}</code>
    );
  },
  table: ({ children }) => (
    // A wide table scrolls by itself, also from the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
    <div className="ask-table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
};

const withLinks: Components = { ...blocks, a: ({ href, children }) => <AgentLink href={href}>{children}</AgentLink> };
const withoutLinks: Components = { ...blocks, a: ({ children }) => children };
