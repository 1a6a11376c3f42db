import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import type { SoakOptions } from "./soak.ts";

export const usage = `usage: npm run soak -- faces   looks at all components under every theme, direction and width
       npm run soak -- [options]
  --seed N            what happens, and to whom; drawn unless given
  --seconds N         how long things go wrong (120)
  --conversations N   how many are in flight at once (1000)
  --servers N         how many servers share the database (3)`;

/** The options of the command line; throws an error that says what is wrong with them. */
export function readOptions(args: readonly string[]): SoakOptions {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { seed: text, seconds: text, conversations: text, servers: text },
  });
  return {
    seed: numberOf("--seed", values.seed ?? String(randomInt(1_000_000)), 0),
    seconds: numberOf("--seconds", values.seconds ?? "120", 1),
    conversations: numberOf("--conversations", values.conversations ?? "1000", 1),
    servers: numberOf("--servers", values.servers ?? "3", 1),
  };
}

function numberOf(option: string, value: string, least: number): number {
  const number = Number(value);
  if (/^\d{1,9}$/.test(value) && number >= least) return number;
  throw new Error(`${option} ${value}: give a whole number of at least ${least}`);
}
