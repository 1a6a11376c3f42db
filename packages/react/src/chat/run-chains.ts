import type { Run } from "@askback/core/wire";

/** Runs that went on from each other, oldest first; chains by their first run. */
export function runChainsOf(runs: readonly Run[]): readonly (readonly Run[])[] {
  const oldestFirst = runs.toSorted((one, other) => one.startedAt.localeCompare(other.startedAt));
  const chainByRun = new Map<string, Run[]>();
  const chains: Run[][] = [];
  for (const run of oldestFirst) {
    const chain = (run.resumedFrom !== undefined && chainByRun.get(run.resumedFrom)) || begin(chains);
    chain.push(run);
    chainByRun.set(run.id, chain);
  }
  return chains;
}

function begin(chains: Run[][]): Run[] {
  const chain: Run[] = [];
  chains.push(chain);
  return chain;
}
