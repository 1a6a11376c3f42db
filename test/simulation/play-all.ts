import type { Ground } from "./ground.ts";
import { type History, type HistoryOptions, playHistory } from "./history.ts";

/** A seed to play alone, with its trace, as a failure says it. */
const { SIMULATION_SEED } = process.env;

/** Histories are many, and machines slow. */
export const enoughMs = 1_800_000;

export interface Performance {
  /** As its test file is called. */
  readonly name: string;
  readonly count: number;
  /** After so many histories the next ones get a fresh ground. */
  readonly perGround: number;
  createGround(): Ground | Promise<Ground>;
}

/** Plays the histories of the seeds 1 to `count`; throws at the first that breaks a promise, with all that led to it. */
export async function playAll({ name, count, perGround, createGround }: Performance): Promise<void> {
  if (SIMULATION_SEED !== undefined) {
    const history = await playAlone(await createGround(), Number(SIMULATION_SEED));
    console.info(history.trace.join("\n"));
    if (history.violation !== undefined) throw new Error(history.violation);
    return;
  }
  let ground = await createGround();
  for (let seed = 1; seed <= count; seed += 1) {
    if (seed % perGround === 0) {
      await ground.close();
      ground = await createGround();
    }
    const history = await playHistory(ground, seed);
    if (history.violation !== undefined) throw new Error(failureOf(name, history));
  }
  await ground.close();
}

/** The history of a seed on a ground of its own, which it may leave in disorder. */
export async function playAlone(ground: Ground, seed: number, options?: HistoryOptions): Promise<History> {
  try {
    return await playHistory(ground, seed, options);
  } finally {
    await ground.close();
  }
}

function failureOf(name: string, { seed, violation, trace }: History): string {
  const replay = `SIMULATION_SEED=${seed} npx vitest run test/simulation/${name}`;
  return [`${name}, seed ${seed}: ${violation}`, `To see it again: ${replay}`, ...trace].join("\n");
}
