import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import type { MarkdownRoot } from "./markdown-nodes.ts";
import { isOrdinary, markdownSteps } from "./markdown-steps.ts";
import { fenceAfter, joinedParts, streamedParts } from "./streaming.ts";

/** A part of a text, by how it is shown. The sources of all parts joined are the text. */
export type TextPart = MarkdownPart | CodePart | PlainPart;

interface MarkdownPart {
  readonly type: "markdown";
  readonly source: string;
  /** Definitions of links that are elsewhere in the text. */
  readonly definitions: string;
}

/** A fence with its code, which needs no parser. */
interface CodePart {
  readonly type: "code";
  readonly source: string;
  readonly language: string | undefined;
  readonly code: string;
}

/** What would take too many steps to format. */
interface PlainPart {
  readonly type: "plain";
  readonly source: string;
}

/** A longer text is parsed in parts, since the parser's work on a text grows faster than the text. */
const maxWholeLength = 10_000;
/** Small parts are parsed together, since each use of the parser has a cost of its own. */
const smallPart = 500;
/** After so many steps the rest of a text is shown as plain text. */
export const stepBudget = 500_000;

/** The parts of a text that are formatted, each within its bounds, and those that are shown as plain text. */
export function textParts(text: string): readonly TextPart[] {
  if (text.length <= maxWholeLength && isOrdinary(text, markdownSteps(text)))
    return [{ type: "markdown", source: text, definitions: "" }];
  const parts: TextPart[] = [];
  const definitions = definitionsIn(text);
  let begin = 0;
  let steps = 0;
  for (const piece of piecesOf(text)) {
    const { part, steps: more } = partOf(piece, definitions);
    steps += more;
    if (steps > stepBudget) return [...parts, { type: "plain", source: text.slice(begin) }];
    parts.push(part);
    begin += piece.source.length;
  }
  return parts;
}

/** A text with the definitions of its links, parsed. */
export function parseMarkdown(text: string, definitions: string): { source: string; root: MarkdownRoot } {
  const source = definitions === "" ? text : `${definitions}\n${text}`;
  return { source, root: fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) };
}

/** A piece of a text that is formatted or not as a whole. */
interface Piece {
  readonly source: string;
  /** A fence at the margin with its code. */
  readonly isFence: boolean;
}

/** A piece as it is shown, and the steps that it takes. */
function partOf({ source, isFence }: Piece, definitions: readonly Definition[]): { part: TextPart; steps: number } {
  if (isFence) return { part: codePart(source), steps: 2_000 + source.length };
  const steps = markdownSteps(source);
  if (!isOrdinary(source, steps)) return { part: { type: "plain", source }, steps: source.length };
  const used = definitionsFor(source, definitions);
  return { part: { type: "markdown", source, definitions: used }, steps: steps + markdownSteps(used) };
}

/** The blocks of a text. A fence at the margin is a block of its own, whatever is before it. */
function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let begin = 0;
  let at = 0;
  let open: string | undefined;
  const cut = (end: number) => {
    const source = text.slice(begin, end);
    const isFence = open !== undefined;
    const sources = isFence || source === "" ? [source] : blocksIn(source);
    for (const block of sources) if (block !== "") pieces.push({ source: block, isFence });
    begin = end;
  };
  for (const line of text.split("\n")) {
    const end = Math.min(at + line.length + 1, text.length);
    const next = open !== undefined || /^(?:`{3}|~{3})/.test(line) ? fenceAfter(open, line) : undefined;
    if (next !== open) cut(open === undefined ? at : end);
    open = next;
    at = end;
  }
  cut(text.length);
  return pieces;
}

/** What is expensive stays alone, so that nothing else is shown as plain text with it. */
function blocksIn(text: string): readonly string[] {
  const blocks = streamedParts(text).flatMap((part) => (isCheap(part) ? [part] : part.split(/(?<=\n[ \t]*\n)/)));
  return joinedParts(blocks, smallPart, isCheap);
}

function isCheap(text: string): boolean {
  return isOrdinary(text, markdownSteps(text));
}

function codePart(source: string): CodePart {
  const [first = "", ...lines] = source.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const opening = /^(`+|~+)\s*(\S*)/.exec(first);
  const isClosed = fenceAfter(opening?.[1], lines.at(-1) ?? "") === undefined;
  const code = lines.slice(0, isClosed ? -1 : undefined).join("\n");
  return { type: "code", source, language: opening?.[2] || undefined, code };
}

interface Definition {
  readonly label: string;
  readonly source: string;
}

const definition = /^(?: {0,3}>){0,8} {0,3}(\[([^\]\n^][^\]\n]{0,200})\]:[ \t]*\S[^\n]{0,500})$/gm;
const maxDefinitions = 100;

/** The first definitions of links in a text, each in one line. */
function definitionsIn(text: string): readonly Definition[] {
  const found: Definition[] = [];
  for (const [, source = "", label = ""] of text.matchAll(definition)) {
    if (found.length === maxDefinitions) break;
    found.push({ label: label.toLowerCase(), source });
  }
  return found;
}

/** The definitions whose labels are in a part. */
function definitionsFor(part: string, definitions: readonly Definition[]): string {
  if (definitions.length === 0 || !part.includes("[")) return "";
  const words = part.toLowerCase();
  const used = definitions.filter(({ label }) => words.includes(`[${label}]`));
  return used.map(({ source }) => `${source}\n`).join("");
}
