import { memo, Suspense } from "react";
import { lazily } from "./lazily.ts";

const Markdown = lazily(async () => (await import("./markdown.tsx")).Markdown, AsWritten);

interface SafeMarkdownProps {
  readonly text: string;
  readonly links: "open" | "words";
}

/** A text as markdown, and as it was written until the reader for that is loaded. The same text is read once. */
export const SafeMarkdown = memo(function SafeMarkdown({ text, links }: SafeMarkdownProps) {
  return (
    <Suspense fallback={<AsWritten text={text} />}>
      <Markdown text={text} links={links} />
    </Suspense>
  );
});

export function AsWritten({ text }: { readonly text: string }) {
  return <div className="ask-text-plain">{text}</div>;
}

/** Whether markdown could make anything else of a text than its letters. */
export function hasMarkup(text: string): boolean {
  return /[*_`~[\]<>|\\#]|&\w|^\s*(?:[-+=]|\d+[.)])|https?:|www\.|@/m.test(text);
}
