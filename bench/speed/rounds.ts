import { median, round } from "../statistics.ts";
import type { Kind, Measured, Speed } from "./measured.ts";

const kinds = ["single", "group", "competitor", "in-process", "http"] as const satisfies readonly Kind[];

export interface Size {
  readonly rounds: number;
  readonly seconds: number;
  readonly parked: number;
  readonly readers: number;
}

export function speedSize(options: readonly string[]): Size {
  return options.includes("--small")
    ? { rounds: 1, seconds: 0.3, parked: 200, readers: 5 }
    : { rounds: 5, seconds: 3, parked: 5_000, readers: 200 };
}

type ByKind = Readonly<Record<Kind, number>>;

export type SpeedLine<Field extends string = keyof Speed> = {
  readonly part: "cycles";
  readonly conversations: number;
} & Readonly<Record<Field, ByKind>>;

/** The median of alternating rounds, so that a slow moment of the machine affects all; the first one warms up. */
export async function measureKinds<One extends Speed>(
  conversations: number,
  { rounds, seconds }: Size,
  start: (kind: Kind) => Promise<Measured<One>>,
): Promise<SpeedLine<Extract<keyof One, string>>> {
  const measured: (readonly [Kind, Measured<One>])[] = [];
  for (const kind of kinds) measured.push([kind, await start(kind)]);
  const speeds = new Map<Kind, One[]>(kinds.map((kind) => [kind, []]));
  const cycles = new Map<Kind, number>();
  for (let count = 0; count <= rounds; count += 1)
    for (const [kind, one] of measured) {
      const speed = await one.run(conversations, cycles.get(kind) ?? Math.ceil(100 * seconds) + conversations);
      cycles.set(kind, Math.max(conversations, Math.ceil(speed.perSecond * seconds)));
      if (count > 0) speeds.get(kind)?.push(speed);
    }
  for (const [, one] of measured) await one.stop();
  const fields = Object.keys(speeds.get("http")?.[0] ?? {}) as Extract<keyof One, string>[];
  const medians = fields.map((field) => {
    const digits = field === "perSecond" ? 0 : 3;
    const of = (kind: Kind) => median((speeds.get(kind) ?? []).map((speed) => Number(speed[field])));
    return [field, Object.fromEntries(kinds.map((kind) => [kind, round(of(kind), digits)]))];
  });
  return { part: "cycles", conversations, ...Object.fromEntries(medians) };
}

/** The ratios that both stores are judged by. */
export function ratiosOf({ conversations, perSecond, cpuMs }: SpeedLine): Readonly<Record<string, number>> {
  const share = (kind: Kind, other: Kind) => round(perSecond[kind] / perSecond[other], 2);
  return {
    [`${conversations}: in process / AI SDK by hand`]: share("in-process", "competitor"),
    [`${conversations}: in process / group floor`]: share("in-process", "group"),
    [`${conversations}: HTTP / in process`]: share("http", "in-process"),
    [`${conversations}: CPU ms a cycle in process`]: cpuMs["in-process"],
    [`${conversations}: CPU in process / CPU over HTTP`]: round(cpuMs["in-process"] / cpuMs.http, 2),
  };
}

export function tableOf(ratios: Readonly<Record<string, number>>): string {
  const width = Math.max(...Object.keys(ratios).map((name) => name.length));
  return Object.entries(ratios)
    .map(([name, value]) => `${name.padEnd(width)}  ${value}`)
    .join("\n");
}
