import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { type FaultKind, faultKinds } from "./faults/schedule.ts";
import type { SoakOptions } from "./soak.ts";

export const usage = `usage: npm run soak -- appearances   checks all components under every theme, direction and width
       npm run soak -- [options]
  --seed N            the seed of scenarios and faults; random by default
  --seconds N         how long faults are injected (120)
  --conversations N   how many are in flight at once (1000)
  --store NAME        postgres, or sqlite with one server on a disk that becomes full, and restores of backups (both, one after the other)
  --servers N         how many servers share the database (3; 1 on sqlite)
  --faults KIND,...   only these: ${faultKinds.join(", ")}`;

/** Parses the command line to the soaks that it asks for; throws an error with the invalid option. */
export function readOptions(args: readonly string[]): readonly SoakOptions[] {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { seed: text, seconds: text, conversations: text, servers: text, store: text, faults: text },
  });
  const seed = parseNumber("--seed", values.seed ?? String(randomInt(1_000_000)), 0);
  const seconds = parseNumber("--seconds", values.seconds ?? "120", 1);
  const conversations = parseNumber("--conversations", values.conversations ?? "1000", 1);
  const servers = parseNumber("--servers", values.servers ?? "3", 1);
  const wanted = parseFaults(values.faults?.split(",") ?? faultKinds);
  const soaks = storesOf(values.store).map((store) => ({
    seed,
    seconds,
    conversations,
    servers: store === "sqlite" ? 1 : servers,
    store,
    faults: wanted.filter((kind) => !missingFaults[store].includes(kind)),
  }));
  const possible = soaks.filter(({ faults }) => faults.length > 0);
  if (possible.length === 0) throw new Error(`--faults ${wanted.join()}: --store ${values.store} cannot have them`);
  return possible;
}

/** The kinds that a store cannot have. */
const missingFaults: Readonly<Record<SoakOptions["store"], readonly FaultKind[]>> = {
  sqlite: ["database"],
  postgres: ["disk", "backup", "restore"],
};

function storesOf(name: string | undefined): readonly SoakOptions["store"][] {
  if (name === undefined) return ["sqlite", "postgres"];
  if (name !== "postgres" && name !== "sqlite") throw new Error(`--store ${name}: give postgres or sqlite`);
  return [name];
}

function parseFaults(names: readonly string[]): readonly FaultKind[] {
  for (const name of names)
    if (!faultKinds.some((kind) => kind === name)) throw new Error(`--faults ${name}: give ${faultKinds.join(", ")}`);
  return faultKinds.filter((kind) => names.includes(kind));
}

function parseNumber(option: string, value: string, min: number): number {
  const number = Number(value);
  if (/^\d{1,9}$/.test(value) && number >= min) return number;
  throw new Error(`${option} ${value}: give a whole number of at least ${min}`);
}
