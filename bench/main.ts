import { measureCycles } from "./cycles.ts";
import { measureGrowth } from "./growth.ts";
import { measureLatency } from "./latency.ts";
import { measureParked } from "./parked.ts";

/** Prints one JSON line a case; every ratio is taken within this run. Names on the command line choose cases. */
const cases = { cycles: measureCycles, latency: measureLatency, growth: measureGrowth, parked: measureParked };

const chosen = process.argv.slice(2);
for (const [name, measure] of Object.entries(cases)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  for await (const line of measure()) console.log(JSON.stringify({ case: name, ...line }));
}
