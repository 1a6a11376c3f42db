import type { GroupCommit } from "./group-commit.ts";

const rowsPerStep = 500;

/** Changes rows in transactions of a few rows each, so that other writes are acknowledged in between; a step returns how many it changed. */
export async function writeInSteps(
  group: GroupCommit,
  step: (limit: number) => number | bigint,
  limit = rowsPerStep,
): Promise<void> {
  for (let changed = limit; changed === limit; ) changed = Number(await group.write(() => step(limit)));
}
