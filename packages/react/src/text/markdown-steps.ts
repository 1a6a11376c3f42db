/** Lists and quotations that are nested deeper are shown as plain text. */
const maxNesting = 24;

/** A marker of a list or a quotation, with the white space before it. */
const marker = /([ \t]*)(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y;

/**
 * About how many steps the parser and the page need for a text, found by reading each line a few times: what the parser does
 * grows with the square of the lines, marks and brackets. Infinite where something is nested too deeply.
 */
export function markdownSteps(text: string): number {
  const lines = text.split("\n");
  const { deepest, squares } = nestingOf(lines);
  if (deepest > maxNesting) return Number.POSITIVE_INFINITY;
  const columns = lines.reduce((most, line) => Math.max(most, countOf(line, "|")), 0);
  const structure = 30 * lines.length + 2 * squares + ((2 + deepest) * lines.length ** 2) / 100;
  const inlines = paragraphsOf(lines).reduce((steps, paragraph) => steps + inlineSteps(paragraph), 0);
  return Math.ceil(5 * text.length + structure + inlines + 10 * columns * lines.length);
}

/** Whether a text takes about as many steps as others of its length. */
export function isOrdinary(text: string, steps: number): boolean {
  return steps <= 20_000 + 14 * text.length;
}

interface Nesting {
  readonly deepest: number;
  /** The sum of the squares of the depths of all lines. */
  readonly squares: number;
}

/** How deeply lists and quotations can be nested at most: by the markers of a line and by the white space around them. */
function nestingOf(lines: readonly string[]): Nesting {
  let deepest = 0;
  let squares = 0;
  for (const line of lines) {
    let depth = 0;
    marker.lastIndex = 0;
    for (let match = marker.exec(line); match && depth <= maxNesting; match = marker.exec(line))
      depth += 1 + levelsOf(match[1] ?? "");
    deepest = Math.max(deepest, depth);
    squares += depth ** 2;
  }
  return { deepest, squares };
}

/** Each level of a list is indented by at least two columns. */
function levelsOf(space: string): number {
  return Math.floor((space.length + 3 * countOf(space, "\t")) / 2);
}

const bullet = /^ {0,3}[-+*][ \t]+\S/;
const number = /^ {0,3}\d{1,9}[.)][ \t]+\S/;

/** Lines in which marks may belong together. What begins another item of a list ends them for certain. */
function paragraphsOf(lines: readonly string[]): readonly string[] {
  const paragraphs: string[][] = [[]];
  let wasNumber = false;
  for (const line of lines) {
    const isNumber = number.test(line);
    if (line.trim() === "" || bullet.test(line) || (isNumber && wasNumber)) paragraphs.push([]);
    paragraphs.at(-1)?.push(line);
    wasNumber = isNumber;
  }
  return paragraphs.map((some) => some.join("\n"));
}

/** The steps for the marks in a paragraph. */
function inlineSteps(text: string): number {
  let emphasis = 0;
  let openings = 0;
  let closings = 0;
  let images = 0;
  /** What is looked for up to the end of the paragraph if it is not closed, such as a comment. */
  let searches = 0;
  let fences = 0;
  const runs = new Set<number>();
  for (const [mark] of text.matchAll(/`+|~+|[*_\]]|!?\[|<[!?]/g)) {
    const first = mark[0];
    if (first === "*" || first === "_") emphasis += 1;
    else if (first === "]") closings += 1;
    else if (first === "<") searches += 1;
    else if (first === "`" || first === "~") {
      if (mark.length >= 3) fences += 1;
      if (first === "`") runs.add(mark.length);
      else emphasis += mark.length;
    } else {
      openings += 1;
      if (first === "!") images += 1;
    }
  }
  return (
    emphasis ** 2 / 15 +
    (openings * closings) / 10 +
    closings ** 2 +
    2 * images * closings +
    ((searches + runs.size) * text.length) / 5 +
    500 * fences
  );
}

function countOf(text: string, character: string): number {
  return text.split(character).length - 1;
}
