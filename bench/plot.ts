import { readFileSync, writeFileSync } from "node:fs";
import { type CycleLine, plotCycles } from "./plot/cycles.ts";
import { plotLatency, type Range } from "./plot/latency.ts";
import { type Comparison, plotResting } from "./plot/resting.ts";
import { plotSpeed, type SpeedLine } from "./plot/speed.ts";

/**
 * Plots the output of `npm run bench -- postgres`, of `speed` or of `speed-postgres`: `node bench/plot.ts [file]` writes SVG
 * files beside the file, which is docs/bench/postgres.jsonl unless given.
 */
const file = process.argv[2] ?? new URL("../docs/bench/postgres.jsonl", import.meta.url).pathname;

interface Line {
  readonly case: string;
  readonly part: string;
}
interface LatencyLine extends Line {
  readonly resting: number;
  readonly beside: number;
  readonly sinceSentP50Ms: number;
  readonly sinceSentP99Ms: number;
  readonly sinceCommittedP50Ms: number;
  readonly sinceCommittedP99Ms: number;
}
interface RestingLine extends Line {
  readonly parked: number;
  readonly timers: number;
  readonly bytesEach: number;
  readonly startMs: number;
  readonly startEmptyMs: number;
}
interface RestingCycleLine extends Line {
  readonly conversations: number;
  readonly ratioToEmpty: number;
}
interface FanOutLine extends Line {
  readonly clients: number;
  readonly sameServerP50Ms: number;
  readonly sameServerP99Ms: number;
  readonly otherServerP50Ms: number;
  readonly otherServerP99Ms: number;
}

const lines = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line.startsWith("{"))
  .map((line) => JSON.parse(line) as Line);
const ofPart = <Some>(part: string, of = "postgres") =>
  lines.filter((line) => line.case === of && line.part === part) as unknown as readonly Some[];
const thousands = (amount: number) => amount.toLocaleString("en");

const latencies = ofPart<LatencyLine>("latency");

function rangesOf(since: "Sent" | "Committed"): readonly Range[] {
  return latencies.map((entry) => ({
    name: `${entry.beside === 0 ? "idle" : `while ${entry.beside} others cycle`}${entry.resting === 0 ? "" : `, ${thousands(entry.resting)} at rest`}`,
    p50: entry[`since${since}P50Ms`],
    p99: entry[`since${since}P99Ms`],
  }));
}

function comparisons(): readonly Comparison[] {
  const cycles = ofPart<RestingCycleLine>("resting-cycles").map(({ conversations, ratioToEmpty }) => ({
    name: `cycles per second, ${conversations === 1 ? "one conversation alone" : `${conversations} in flight`}`,
    ratio: ratioToEmpty,
  }));
  const answers = latencies
    .filter(({ resting: amount }) => amount > 0)
    .flatMap((full) => {
      const empty = latencies.find(({ resting: amount, beside }) => amount === 0 && beside === full.beside);
      const name = `answer to model p50, ${full.beside === 0 ? "idle" : `while ${full.beside} others cycle`}`;
      return empty ? [{ name, ratio: full.sinceSentP50Ms / empty.sinceSentP50Ms }] : [];
    });
  return [...cycles, ...answers];
}

function plotsOfPostgres(): Readonly<Record<string, string>> {
  const [resting] = ofPart<RestingLine>("resting");
  const [fanOut] = ofPart<FanOutLine>("fan-out");
  if (!resting || !fanOut) throw new Error(`${file} is not a complete run of \`npm run bench -- postgres\``);
  return {
    "postgres-cycles.svg": plotCycles(ofPart<CycleLine>("cycles")),
    "postgres-latency.svg": plotLatency([
      { heading: "answer sent until the model is called", rows: rangesOf("Sent") },
      { heading: "answer committed until the model is called", rows: rangesOf("Committed") },
      {
        heading: `event committed until ${thousands(fanOut.clients)} clients on two servers have it`,
        rows: [
          { name: "clients of the server that committed", p50: fanOut.sameServerP50Ms, p99: fanOut.sameServerP99Ms },
          { name: "clients of the other server", p50: fanOut.otherServerP50Ms, p99: fanOut.otherServerP99Ms },
        ],
      },
    ]),
    "postgres-resting.svg": plotResting(comparisons(), [
      `${thousands(resting.parked)} parked conversations and ${thousands(resting.timers)} that wait for a deadline, ${thousands(resting.bytesEach)} bytes each with log, messages, inquiry and indexes`,
      `a server starts on them in ${thousands(resting.startMs)} ms, on an empty database in ${thousands(resting.startEmptyMs)} ms`,
    ]),
  };
}

function choosePlots(): Readonly<Record<string, string>> {
  const [onSqlite, onPostgres] = ["speed", "speed-postgres"].map((name) => ofPart<SpeedLine>("cycles", name));
  if (onSqlite?.length) return { "sqlite-cycles.svg": plotSpeed("SQLite", onSqlite) };
  if (onPostgres?.length) return { "postgres-speed.svg": plotSpeed("PostgreSQL", onPostgres) };
  return plotsOfPostgres();
}

const plots = choosePlots();
for (const [name, svg] of Object.entries(plots)) {
  const path = file.replace(/[^/]*$/, name);
  writeFileSync(path, svg);
  console.error(path);
}
