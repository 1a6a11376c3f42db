import { startMeasured, startProcess } from "./measured.ts";
import { measureReaders } from "./readers.ts";
import { measureKinds, ratiosOf, speedSize, tableOf } from "./rounds.ts";
import { measureStart } from "./start.ts";

/** Askback in process and over HTTP beside what people write by hand, on SQLite; ends with a table of ratios. */
export async function* measureSpeed(options: readonly string[]) {
  const size = speedSize(options);
  const ratios: Record<string, number> = {};
  for (const conversations of [1, 64]) {
    const line = await measureKinds(conversations, size, (kind) => startMeasured(kind));
    yield line;
    Object.assign(ratios, ratiosOf(line));
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

/** Statements, rows and bytes of the log for each cycle, and bytes for each parked conversation by table and index. */
async function measureCosts(kind: string, parked: number) {
  const counting = await startProcess(kind);
  const { counts } = await counting.request({ type: "count", conversations: 64, cycles: Math.min(parked, 1_000) });
  await counting.end({ type: "stop" });
  const sizing = await startProcess(kind === "counted" ? "in-process" : "competitor");
  const { bytes = {} } = await sizing.request({ type: "measure-size", parked });
  await sizing.end({ type: "stop", isClosed: true });
  return { ...counts, parked, bytes };
}
