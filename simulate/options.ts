import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";

export interface SimulateOptions {
  readonly histories: number;
  /** The first seed; the others follow it. */
  readonly seed: number;
  readonly store: "memory" | "sqlite";
  readonly workers: number;
}

export const usage = `usage: npm run simulate -- [options]
Simulates histories of servers, faults and people, each drawn from a seed; the first that breaks a promise is shrunk and printed as a test.
  --histories N       how many (10000)
  --seed N            the first seed (1); with --histories 1 only this one, and its trace is printed
  --store NAME        memory or sqlite (sqlite)
  --workers N         how many run at once (${availableParallelism()}, the cores of this machine)`;

/** Parses the command line; throws an error with the invalid option. */
export function readOptions(args: readonly string[]): SimulateOptions {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { histories: text, seed: text, store: text, workers: text },
  });
  const { store = "sqlite" } = values;
  if (store !== "memory" && store !== "sqlite") throw new Error(`--store ${store}: give memory or sqlite`);
  return {
    histories: parseNumber("--histories", values.histories ?? "10000"),
    seed: parseNumber("--seed", values.seed ?? "1"),
    store,
    workers: parseNumber("--workers", values.workers ?? String(availableParallelism())),
  };
}

function parseNumber(option: string, value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new Error(`${option} ${value}: give a whole number of at least 1`);
}
