import * as fc from "fast-check";
import { moves, settings } from "./moves.ts";
import { type Step, simulate, type World } from "./simulation.ts";

const numRuns = 1_000;

/** Checks a law on a thousand values; a failure shows the smallest one that breaks it. */
export function forAny<Value>(arbitrary: fc.Arbitrary<Value>, law: (value: Value) => void): void {
  // A property without a promise is checked before `assert` returns.
  void fc.assert(fc.property(arbitrary, law), { numRuns });
}

/** Checks a law after every step of any sequence of commands. */
export function always(law: (step: Step) => void): void {
  forAny(fc.tuple(settings, moves), ([setting, made]) => {
    simulate(setting, made, law);
  });
}

/** Checks a law at the end of any sequence of commands, for what only ever grows. */
export function inTheEnd(law: (world: World) => void): void {
  forAny(fc.tuple(settings, moves), ([setting, made]) => law(simulate(setting, made)));
}

/** Always the same thousand worlds, to show that the laws are not kept by nothing happening. */
export function sampleWorlds(observe: (step: Step) => void): readonly World[] {
  const samples = fc.sample(fc.tuple(settings, moves), { numRuns: 1_000, seed: 1 });
  return samples.map(([setting, made]) => simulate(setting, made, observe));
}
