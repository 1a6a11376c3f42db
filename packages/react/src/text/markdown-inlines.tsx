import { neutralise } from "@askback/core";
import type { ReactNode } from "react";
import { withBreaks } from "./long-words.tsx";
import { contextInside, type MarkdownContext, type MarkdownInline, sourceOf } from "./markdown-nodes.ts";

/**
 * Inline nodes as elements. Only what is listed here is ever shown: no images, which could tell others who reads, and
 * raw HTML as text. Characters that reorder or hide text are removed here, since markdown can write them as references.
 */
export function inlinesOf(nodes: readonly MarkdownInline[], context: MarkdownContext): ReactNode {
  const inside = contextInside(context);
  if (!inside) return nodes.map((node) => sourceOf(node, context)).join("");
  return nodes.map((node, key) => inlineOf(node, key, inside));
}

function inlineOf(node: MarkdownInline, key: number, context: MarkdownContext): ReactNode {
  switch (node.type) {
    case "text":
    case "html":
      return withBreaks(neutralise(node.value));
    case "emphasis":
      return <em key={key}>{inlinesOf(node.children, context)}</em>;
    case "strong":
      return <strong key={key}>{inlinesOf(node.children, context)}</strong>;
    case "delete":
      return <del key={key}>{inlinesOf(node.children, context)}</del>;
    case "inlineCode":
      return (
        <code key={key} dir="ltr">
          {neutralise(node.value).replace(/\r?\n|\r/g, " ")}
        </code>
      );
    case "break":
      return <br key={key} />;
    case "link":
      return agentLink(node.url, key, node.children, context);
    case "linkReference":
      return agentLink(context.addressById.get(node.identifier), key, node.children, context);
    case "image":
    case "imageReference":
      return neutralise(node.alt ?? "");
    // A list of footnotes would have a heading of its own, and arrows that lead nowhere.
    case "footnoteReference":
      return neutralise(`[^${node.label ?? node.identifier}]`);
  }
}

/** A link of an agent, if it may be one. Its host is always shown, and the linked site learns nothing of this page. */
function agentLink(
  url: string | undefined,
  key: number,
  children: readonly MarkdownInline[],
  context: MarkdownContext,
): ReactNode {
  const destination = context.links === "open" ? destinationOf(url) : undefined;
  const shown = inlinesOf(children, context);
  if (destination === undefined) return shown;
  return (
    <a key={key} href={destination.href} rel="noopener noreferrer nofollow" target="_blank">
      {shown}
      {String(shown) !== destination.name && (
        <span className="ask-link-host" dir="ltr">
          {` (${destination.name})`}
        </span>
      )}
    </a>
  );
}

/** The target of an agent's link: the name that is shown and the address that is followed. */
interface Destination {
  readonly name: string;
  readonly href: string;
}

/** Undefined, so that there is no link, for everything but https and mailto. */
function destinationOf(url: string | undefined): Destination | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { protocol, username, host, pathname, href } = new URL(url);
  if (protocol === "https:" && username === "") return { name: host, href };
  // Without recipients and text that the reader would not see before writing the mail.
  return protocol === "mailto:" ? { name: pathname, href: `mailto:${pathname}` } : undefined;
}
