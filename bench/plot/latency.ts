import { createSvg, dot, line, text } from "./svg.ts";

/** Two percentiles of the same thing, in milliseconds. */
export interface Range {
  readonly name: string;
  readonly p50: number;
  readonly p99: number;
}

const width = 760;
const chart = { left: 290, right: 700, top: 92 };
const rowHeight = 30;
const decades = [0.1, 1, 10, 100, 1000];

/** Medians and 99th percentiles on a logarithmic scale, in sections with a heading. */
export function plotLatency(
  sections: readonly { readonly heading: string; readonly rows: readonly Range[] }[],
): string {
  const x = (ms: number) => {
    const share = (Math.log10(Math.min(1000, Math.max(0.1, ms))) + 1) / 4;
    return chart.left + share * (chart.right - chart.left);
  };
  const parts: string[] = [];
  let y = chart.top;
  let endOfFirst = 0;
  for (const { heading, rows } of sections) {
    parts.push(text(20, y + 14, heading, { kind: "strong" }));
    y += 26;
    for (const { name, p50, p99 } of rows) {
      const middle = y + rowHeight / 2;
      parts.push(
        text(chart.left - 16, middle + 4, name, { anchor: "end", kind: "small" }),
        line([x(p50), middle], [x(p99), middle], "ours", 'stroke-width="3" stroke-opacity="0.35"'),
        dot(x(p50), middle, "ours"),
        dot(x(p99), middle, "page"),
        text(x(p50) - 9, middle + 4, shown(p50), { anchor: "end", kind: "small strong" }),
        text(x(p99) + 9, middle + 4, shown(p99), { kind: "small soft" }),
      );
      y += rowHeight;
    }
    endOfFirst ||= y;
    y += 12;
  }
  const bottom = y;
  const axis = decades.flatMap((ms) => [
    line([x(ms), chart.top - 6], [x(ms), bottom], "line"),
    text(x(ms), bottom + 18, `${ms} ms`, { anchor: "middle", kind: "soft" }),
  ]);
  const aim = [
    line([x(5), chart.top - 6], [x(5), endOfFirst], "aim", 'stroke-dasharray="5 4"'),
    text(x(5), chart.top - 12, "aim for the idle p50: 5 ms", { anchor: "middle", kind: "aim small" }),
  ];
  return createSvg("How long until it goes on, and until everybody sees it", { width, height: bottom + 36 }, [
    dot(26, 46, "ours"),
    text(38, 50, "p50", { kind: "small" }),
    dot(76, 46, "page"),
    text(88, 50, "p99", { kind: "small" }),
    text(120, 50, "milliseconds, logarithmic, on the machine of the run", { kind: "soft small" }),
    ...axis,
    ...aim,
    ...parts,
  ]);
}

function shown(ms: number): string {
  return ms >= 100 ? String(Math.round(ms)) : ms.toFixed(ms >= 10 ? 0 : 1);
}
