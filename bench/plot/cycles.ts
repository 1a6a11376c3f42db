import { box, createSvg, line, text } from "./svg.ts";

export interface CycleLine {
  readonly servers: number;
  readonly conversations: number;
  readonly cyclesPerSecond: number;
  readonly floorSingle: number;
  readonly floorGroup: number;
  readonly floorBatched: number;
  readonly ratioToGroupFloor: number;
}

const width = 760;
const chart = { left: 64, right: 690, top: 96, bottom: 330 };
const barWidth = 31;
const gap = 3;

const legend = [
  { name: "floor, single commits", fill: "pale", x: 0 },
  { name: "floor, commits grouped: 100 %", fill: "floor", x: 150 },
  { name: "floor, reads grouped too", fill: "faint", x: 345 },
  { name: "Askback", fill: "ours", x: 510 },
];

/** Cycles per second as a share of the group-committed floor with as many processes. */
export function plotCycles(measured: readonly CycleLine[]): string {
  const lines = [...measured].sort((a, b) => b.conversations - a.conversations || a.servers - b.servers);
  const shares = lines.map(({ floorSingle, floorGroup, floorBatched, ratioToGroupFloor }) => [
    floorSingle / floorGroup,
    1,
    floorBatched / floorGroup,
    ratioToGroupFloor,
  ]);
  const highest = Math.max(1, ...shares.flat());
  const step = highest > 3 ? 1 : 0.5;
  const top = Math.ceil(highest / step) * step;
  const y = (share: number) => chart.bottom - (share / top) * (chart.bottom - chart.top);
  const groupWidth = (chart.right - chart.left) / lines.length;

  const grid = Array.from({ length: Math.round(top / step) + 1 }, (_, count) => count * step).flatMap((share) => [
    line([chart.left, y(share)], [chart.right, y(share)], "line"),
    text(chart.left - 8, y(share) + 4, `${Math.round(share * 100)} %`, { anchor: "end", kind: "soft" }),
  ]);
  const aim = [
    line([chart.left, y(0.6)], [chart.right, y(0.6)], "aim", 'stroke-dasharray="5 4"'),
    text(chart.right + 6, y(0.6) + 4, "aim 60 %", { kind: "aim small" }),
  ];
  const bars = lines.flatMap((entry, group) => {
    const start = chart.left + group * groupWidth + (groupWidth - 4 * barWidth - 3 * gap) / 2;
    const rates = [entry.floorSingle, entry.floorGroup, entry.floorBatched, entry.cyclesPerSecond];
    const middle = chart.left + (group + 0.5) * groupWidth;
    return [
      ...rates.flatMap((rate, index) => {
        const x = start + index * (barWidth + gap);
        const share = shares[group]?.[index] ?? 0;
        const center = { anchor: "middle" as const };
        return [
          box(x, y(share), barWidth, chart.bottom - y(share), legend[index]?.fill ?? "floor"),
          text(x + barWidth / 2, y(share) - 5, `${Math.round(share * 100)} %`, {
            ...center,
            kind: index === 3 ? "strong" : "small soft",
          }),
          text(x + barWidth / 2, chart.bottom + 15, String(rate), { ...center, kind: "small soft" }),
        ];
      }),
      text(middle, chart.bottom + 36, entry.servers === 1 ? "1 server" : `${entry.servers} servers`, {
        anchor: "middle",
      }),
      text(
        middle,
        chart.bottom + 52,
        entry.conversations === 1 ? "one conversation alone" : `${entry.conversations} in flight`,
        {
          anchor: "middle",
          kind: "soft small",
        },
      ),
    ];
  });
  const key = legend.flatMap(({ name, fill, x }) => [
    box(chart.left + x, 60, 12, 12, fill),
    text(chart.left + x + 18, 70, name, { kind: "small" }),
  ]);
  return createSvg("Full cycles on PostgreSQL beside hand-written SQL", { width, height: chart.bottom + 76 }, [
    text(
      20,
      46,
      "share of the floor that groups its commits, with as many processes; below each bar cycles per second on the machine of the run",
      { kind: "soft small" },
    ),
    ...key,
    ...grid,
    ...aim,
    ...bars,
  ]);
}
