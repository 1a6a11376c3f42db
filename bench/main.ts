import { measureCycles } from "./cycles.ts";
import { measureGrowth } from "./growth.ts";
import { measureLatency } from "./latency.ts";
import { measureParked } from "./parked.ts";
import { measurePostgres } from "./postgres/postgres.ts";

/**
 * Prints one JSON line a case; every ratio is taken within this run. Names on the command line choose cases. Without one
 * those of SQLite run: `postgres` takes long, and `postgres --small` only shows that it works.
 */
const cases = {
  cycles: measureCycles,
  latency: measureLatency,
  growth: measureGrowth,
  parked: measureParked,
  postgres: measurePostgres,
};

const words = process.argv.slice(2);
const options = words.filter((word) => word.startsWith("--"));
const named = words.filter((word) => !options.includes(word));
for (const [name, measure] of Object.entries(cases)) {
  if (named.length > 0 ? !named.includes(name) : name === "postgres") continue;
  for await (const line of measure(options)) console.log(JSON.stringify({ case: name, ...line }));
}
