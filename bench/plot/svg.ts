/** An SVG image with a title, for light and dark pages. */
export function createSvg(
  title: string,
  { width, height }: { readonly width: number; readonly height: number },
  parts: readonly string[],
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escaped(title)}</title>
<style>
  svg { --page: #ffffff; --ink: #1f2328; --soft: #59636e; --line: #d1d9e0; --floor: #b6bfc9; --pale: #dfe5ea; --faint: #cfe3da; --ours: #0969da; --aim: #bc4c00; }
  @media (prefers-color-scheme: dark) {
    svg { --page: #0d1117; --ink: #e6edf3; --soft: #9198a1; --line: #30363d; --floor: #656c76; --pale: #3d444d; --faint: #2d443b; --ours: #4493f8; --aim: #f0883e; }
  }
  text { font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; fill: var(--ink); paint-order: stroke; stroke: var(--page); stroke-width: 4px; stroke-linejoin: round; }
  .title { font-size: 16px; font-weight: 600; }
  .soft { fill: var(--soft); }
  .small { font-size: 11px; }
  .strong { font-weight: 600; }
  .aim { fill: var(--aim); }
</style>
<rect width="${width}" height="${height}" rx="6" fill="var(--page)"/>
${[text(20, 28, title, { kind: "title" }), ...parts].join("\n")}
</svg>
`;
}

export type Anchor = "start" | "middle" | "end";

export function text(
  x: number,
  y: number,
  words: string,
  look: { readonly anchor?: Anchor; readonly kind?: string } = {},
) {
  const { anchor = "start", kind = "" } = look;
  return `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}" class="${kind}">${escaped(words)}</text>`;
}

export function box(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}" rx="2" fill="var(--${fill})"/>`;
}

export function line(
  from: readonly [number, number],
  to: readonly [number, number],
  stroke: string,
  more = "",
): string {
  return `<line x1="${at(from[0])}" y1="${at(from[1])}" x2="${at(to[0])}" y2="${at(to[1])}" stroke="var(--${stroke})" ${more}/>`;
}

export function dot(x: number, y: number, fill: string): string {
  return `<circle cx="${at(x)}" cy="${at(y)}" r="5" fill="var(--${fill})" stroke="var(--ours)" stroke-width="2"/>`;
}

function at(value: number): string {
  return String(Number(value.toFixed(1)));
}

function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
