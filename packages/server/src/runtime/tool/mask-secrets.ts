type Range = readonly [start: number, end: number];

/** Hides secrets in a text, as they are or inside of JSON. Where one contains or overlaps another, no part of either is left. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const forms = new Set(secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]));
  const found = [...forms].flatMap((form) => rangesOf(text, form)).toSorted(([a], [b]) => a - b);
  let masked = "";
  let from = 0;
  for (const [start, end] of joined(found)) {
    masked += `${text.slice(from, start)}[secret]`;
    from = end;
  }
  return masked + text.slice(from);
}

/** Everywhere that a text has a part, also where two overlap. */
function rangesOf(text: string, part: string): readonly Range[] {
  const ranges: Range[] = [];
  if (part === "") return ranges;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) ranges.push([at, at + part.length]);
  return ranges;
}

function joined(sorted: readonly Range[]): readonly Range[] {
  const ranges: Range[] = [];
  for (const [start, end] of sorted) {
    const last = ranges.at(-1);
    if (last && start < last[1]) ranges[ranges.length - 1] = [last[0], Math.max(last[1], end)];
    else ranges.push([start, end]);
  }
  return ranges;
}
