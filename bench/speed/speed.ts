import { median, round } from "../statistics.ts";
import { type Kind, type Measured, type Speed, startMeasured, startProcess } from "./measured.ts";
import { measureReaders } from "./readers.ts";
import { measureStart } from "./start.ts";

const kinds = ["single", "group", "competitor", "in-process", "http"] as const satisfies readonly Kind[];

interface Size {
  readonly rounds: number;
  readonly seconds: number;
  readonly parked: number;
  readonly readers: number;
}

/** Askback in process and over HTTP beside what people write by hand, on SQLite; ends with a table of ratios. */
export async function* measureSpeed(options: readonly string[]) {
  const size: Size = options.includes("--small")
    ? { rounds: 1, seconds: 0.3, parked: 200, readers: 5 }
    : { rounds: 5, seconds: 3, parked: 5_000, readers: 200 };
  const ratios: Record<string, number> = {};
  for (const conversations of [1, 64]) {
    const line = await measureKinds(conversations, size);
    yield line;
    const share = (kind: Kind, other: Kind) => round(line.perSecond[kind] / line.perSecond[other], 2);
    Object.assign(ratios, {
      [`${conversations}: in process / AI SDK by hand`]: share("in-process", "competitor"),
      [`${conversations}: in process / group floor`]: share("in-process", "group"),
      [`${conversations}: HTTP / in process`]: share("http", "in-process"),
      [`${conversations}: CPU ms a cycle in process`]: line.cpuMs["in-process"],
      [`${conversations}: CPU in process / CPU over HTTP`]: round(line.cpuMs["in-process"] / line.cpuMs.http, 2),
    });
  }
  for (const kind of ["counted", "counted-competitor"]) {
    const costs = await measureCosts(kind, size.parked);
    yield { part: "costs", kind, ...costs };
    ratios[`${kind === "counted" ? "Askback" : "AI SDK by hand"}: bytes per parked`] = costs.bytes.all ?? 0;
  }
  const readers = await measureReaders(size.readers, size.seconds);
  yield { part: "readers", ...readers };
  ratios[`cycles per second beside ${size.readers} readers`] = readers.perSecond;
  const start = await measureStart(size.rounds);
  yield { part: "start", ...start };
  ratios["start until ready, ms"] = start.readyMs;
  ratios["start / that of a bare process"] = start.ratioToBare;
  yield { part: "ratios", ratios };
  console.error(tableOf(ratios));
}

/** The median of alternating rounds, so that a slow moment of the machine affects all; the first one warms up. */
async function measureKinds(conversations: number, { rounds, seconds }: Size) {
  const measured: (readonly [Kind, Measured])[] = [];
  for (const kind of kinds) measured.push([kind, await startMeasured(kind)]);
  const speeds = new Map<Kind, Speed[]>(kinds.map((kind) => [kind, []]));
  const cycles = new Map<Kind, number>();
  for (let count = 0; count <= rounds; count += 1)
    for (const [kind, one] of measured) {
      const speed = await one.run(conversations, cycles.get(kind) ?? Math.ceil(100 * seconds) + conversations);
      cycles.set(kind, Math.max(conversations, Math.ceil(speed.perSecond * seconds)));
      if (count > 0) speeds.get(kind)?.push(speed);
    }
  for (const [, one] of measured) await one.stop();
  const medians = (field: keyof Speed, digits: number) =>
    Object.fromEntries(
      kinds.map((kind) => [kind, round(median((speeds.get(kind) ?? []).map((speed) => speed[field])), digits)]),
    ) as Record<Kind, number>;
  return {
    part: "cycles",
    conversations,
    perSecond: medians("perSecond", 0),
    cpuMs: medians("cpuMs", 3),
  };
}

/** Statements, rows and bytes of the log for each cycle, and bytes for each parked conversation by table and index. */
async function measureCosts(kind: string, parked: number) {
  const counting = await startProcess(kind);
  const { counts } = await counting.request({ type: "count", conversations: 64, cycles: Math.min(parked, 1_000) });
  await counting.end({ type: "stop" });
  const weighing = await startProcess(kind === "counted" ? "in-process" : "competitor");
  const { bytes = {} } = await weighing.request({ type: "weigh", parked });
  await weighing.end({ type: "stop", isClosed: true });
  return { ...counts, parked, bytes };
}

function tableOf(ratios: Readonly<Record<string, number>>): string {
  const width = Math.max(...Object.keys(ratios).map((name) => name.length));
  return Object.entries(ratios)
    .map(([name, value]) => `${name.padEnd(width)}  ${value}`)
    .join("\n");
}
