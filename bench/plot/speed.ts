import { box, createSvg, line, text } from "./svg.ts";

type Kind = "single" | "group" | "competitor" | "in-process" | "http";

/** A line of `npm run bench -- speed` or `speed-postgres`. */
export interface SpeedLine {
  readonly conversations: number;
  readonly perSecond: Readonly<Record<Kind, number>>;
  readonly cpuMs: Readonly<Record<Kind, number>>;
}

const bars: readonly { readonly kind: Kind; readonly name: string; readonly fill: string }[] = [
  { kind: "single", name: "SQL by hand, single commits", fill: "pale" },
  { kind: "group", name: "SQL by hand, commits grouped", fill: "floor" },
  { kind: "competitor", name: "AI SDK with a table by hand: 100 %", fill: "faint" },
  { kind: "in-process", name: "Askback in process", fill: "ours" },
  { kind: "http", name: "Askback over HTTP", fill: "ours" },
];

const width = 760;
const left = 250;
const right = 620;
const rowHeight = 24;

/** Cycles per second as a share of what people write by hand; the group of each amount of conversations has its own scale. */
export function plotSpeed(store: string, lines: readonly SpeedLine[]): string {
  const groupHeight = bars.length * rowHeight + 50;
  const parts = lines.flatMap((entry, group) => {
    const top = 70 + group * groupHeight;
    const share = (kind: Kind) => entry.perSecond[kind] / entry.perSecond.competitor;
    const highest = Math.max(...bars.map(({ kind }) => share(kind)));
    const widthOf = (value: number) => (value / highest) * (right - left);
    const bottom = top + bars.length * rowHeight;
    return [
      text(20, top, entry.conversations === 1 ? "one conversation alone" : `${entry.conversations} in work at once`, {
        kind: "strong",
      }),
      ...bars.flatMap(({ kind, name, fill }, index) => {
        const y = top + 10 + index * rowHeight;
        const length = widthOf(share(kind));
        const label = `${Math.round(share(kind) * 100)} %  ${entry.perSecond[kind]}/s, ${entry.cpuMs[kind]} ms`;
        return [
          text(left - 8, y + 13, name, { anchor: "end", kind: "small" }),
          box(left, y, length, rowHeight - 8, fill),
          text(left + length + 6, y + 13, label, { kind: fill === "ours" ? "strong small" : "soft small" }),
        ];
      }),
      line([left + widthOf(1), top + 6], [left + widthOf(1), bottom + 6], "aim", 'stroke-dasharray="5 4"'),
    ];
  });
  return createSvg(`Full cycles on ${store}`, { width, height: 70 + lines.length * groupHeight }, [
    text(
      20,
      46,
      "cycles per second, and milliseconds of CPU of the measured process for each, on the machine of the run",
      {
        kind: "soft small",
      },
    ),
    ...parts,
  ]);
}
