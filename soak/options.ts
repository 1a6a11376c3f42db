import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { type FaultKind, faultKinds } from "./faults/schedule.ts";
import type { SoakOptions } from "./soak.ts";

export const usage = `usage: npm run soak -- appearances   checks all components under every theme, direction and width
       npm run soak -- [options]
  --seed N            the seed of scenarios and faults; random by default
  --seconds N         how long faults are injected (120)
  --conversations N   how many are in flight at once (1000)
  --store NAME        postgres, or sqlite with one server on a disk that becomes full, and restores of backups (postgres)
  --servers N         how many servers share the database (3; 1 on sqlite)
  --faults KIND,...   only these: ${faultKinds.join(", ")}`;

/** Parses the command line; throws an error with the invalid option. */
export function readOptions(args: readonly string[]): SoakOptions {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { seed: text, seconds: text, conversations: text, servers: text, store: text, faults: text },
  });
  const { store = "postgres" } = values;
  if (store !== "postgres" && store !== "sqlite") throw new Error(`--store ${store}: give postgres or sqlite`);
  return {
    seed: parseNumber("--seed", values.seed ?? String(randomInt(1_000_000)), 0),
    seconds: parseNumber("--seconds", values.seconds ?? "120", 1),
    conversations: parseNumber("--conversations", values.conversations ?? "1000", 1),
    servers: store === "sqlite" ? 1 : parseNumber("--servers", values.servers ?? "3", 1),
    store,
    faults: parseFaults(values.faults?.split(",") ?? faultKinds, store),
  };
}

/** The kinds that the store can have. */
function parseFaults(names: readonly string[], store: SoakOptions["store"]): readonly FaultKind[] {
  for (const name of names)
    if (!faultKinds.some((kind) => kind === name)) throw new Error(`--faults ${name}: give ${faultKinds.join(", ")}`);
  const missing: readonly FaultKind[] = store === "sqlite" ? ["database"] : ["disk", "backup", "restore"];
  return faultKinds.filter((kind) => names.includes(kind) && !missing.includes(kind));
}

function parseNumber(option: string, value: string, min: number): number {
  const number = Number(value);
  if (/^\d{1,9}$/.test(value) && number >= min) return number;
  throw new Error(`${option} ${value}: give a whole number of at least ${min}`);
}
