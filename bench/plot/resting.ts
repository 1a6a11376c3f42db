import { box, createSvg, line, text } from "./svg.ts";

/** Something measured on a database full of resting conversations, as a multiple of the same on an empty one. */
export interface Comparison {
  readonly name: string;
  readonly ratio: number;
}

const width = 760;
const chart = { left: 290, right: 700, top: 84 };
const rowHeight = 34;
const longest = 1.5;

export function plotResting(rows: readonly Comparison[], facts: readonly string[]): string {
  const x = (ratio: number) => chart.left + (Math.min(ratio, longest) / longest) * (chart.right - chart.left);
  const bottom = chart.top + rows.length * rowHeight;
  const axis = [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5].flatMap((ratio) => [
    line(
      [x(ratio), chart.top - 6],
      [x(ratio), bottom],
      ratio === 1 ? "aim" : "line",
      ratio === 1 ? 'stroke-dasharray="5 4"' : "",
    ),
    text(x(ratio), bottom + 18, `${ratio} x`, { anchor: "middle", kind: "soft" }),
  ]);
  const bars = rows.flatMap(({ name, ratio }, index) => {
    const y = chart.top + index * rowHeight;
    return [
      text(chart.left - 16, y + rowHeight / 2 + 4, name, { anchor: "end", kind: "small" }),
      box(chart.left, y + 8, x(ratio) - chart.left, rowHeight - 16, "ours"),
      text(Math.max(x(ratio), x(1)) + 8, y + rowHeight / 2 + 4, `${ratio.toFixed(2)} x`, { kind: "strong" }),
    ];
  });
  return createSvg(
    "What millions of resting conversations cost the others",
    { width, height: bottom + 44 + facts.length * 18 },
    [
      text(20, 46, "as a multiple of the same on an empty database, in the same run; 1 x: they cost nothing", {
        kind: "soft small",
      }),
      ...axis,
      ...bars,
      ...facts.map((fact, index) => text(20, bottom + 46 + index * 18, fact, { kind: "soft small" })),
    ],
  );
}
