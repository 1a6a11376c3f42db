import { measureAsk } from "./ask/ask.ts";
import { measureCycles } from "./cycles.ts";
import { measureDeliveries, measureDeliveriesOnPostgres } from "./deliveries.ts";
import { measureGrowth } from "./growth.ts";
import { measureLatency } from "./latency.ts";
import { measurePaint } from "./paint.ts";
import { measureParked } from "./parked/parked.ts";
import { measurePostgres } from "./postgres/postgres.ts";
import { measureSpeedOnPostgres } from "./postgres/speed.ts";
import { measureSearch } from "./search.ts";
import { measureSpeed } from "./speed/speed.ts";
import { measureMixed } from "./streams/mixed.ts";
import { measureStreams } from "./streams/streams.ts";

const usage = `usage: npm run bench -- [case ...] [--small]
Prints one JSON line for each result; every ratio is of this run.
  cycles, latency, growth           on SQLite; they and search run unless a case is given
  parked                            a server on 10,000, 100,000 and 1,000,000 parked conversations on SQLite: start, first answer, inbox, count,
                                    search and memory, with a table of ratios; takes minutes and 12 GB; --small for seconds
  speed                             in process and over HTTP beside the AI SDK with a table of its own and the floor: cycles, CPU, statements,
                                    bytes, readers and start, with a table of ratios at the end; --small for seconds
  speed-postgres                    the same on PostgreSQL, with its own CPU and round trips in place of readers and start
  search                            cycles beside ten searches over 100,000 conversations; --small over 2,000
  ask                               asks of programs until they are parked and answered, and 10,000 callers that wait; --small with 100
  deliveries                        100,000 deliveries to people that are due at once, beside a dead channel; fails beyond its limits; --small 2,000
  deliveries-postgres               the same on PostgreSQL
  streams                           the heap and the event loop of a server with many readers, on SQLite; --small only shows that it works
  mixed                             answers and heap of a server with 200 conversations and 200 readers for ten minutes, and exits with 1 if the
                                    slowest answers or the heap are beyond their limits; --small for seconds, without limits
  paint                             first paint of the web app at 4x CPU slow-down and 1.6 Mbit/s, in Chromium
  postgres                          on PostgreSQL, which takes long; --small only shows that it works`;

const cases = {
  speed: measureSpeed,
  "speed-postgres": measureSpeedOnPostgres,
  cycles: measureCycles,
  latency: measureLatency,
  growth: measureGrowth,
  parked: measureParked,
  ask: measureAsk,
  deliveries: measureDeliveries,
  "deliveries-postgres": measureDeliveriesOnPostgres,
  streams: measureStreams,
  mixed: measureMixed,
  search: measureSearch,
  paint: measurePaint,
  postgres: measurePostgres,
};

/** They need more than Node or several processes, and run only if they are named. */
const onRequest = [
  "speed",
  "speed-postgres",
  "parked",
  "ask",
  "deliveries",
  "deliveries-postgres",
  "streams",
  "mixed",
  "paint",
  "postgres",
];

const args = process.argv.slice(2);
const unknown = args.find((arg) => arg !== "--small" && !Object.hasOwn(cases, arg));
if (unknown !== undefined) {
  console.error(unknown === "--help" ? usage : `${unknown} is neither a case nor an option.\n${usage}`);
  process.exit(unknown === "--help" ? 0 : 2);
}
const options = args.filter((arg) => arg === "--small");
const selected = args.filter((arg) => arg !== "--small");
for (const [name, measure] of Object.entries(cases)) {
  if (selected.length > 0 ? !selected.includes(name) : onRequest.includes(name)) continue;
  for await (const line of measure(options)) {
    console.log(JSON.stringify({ case: name, ...line }));
    for (const limit of "exceeded" in line ? line.exceeded : []) {
      console.error(`${name}: ${limit}`);
      process.exitCode = 1;
    }
  }
}
