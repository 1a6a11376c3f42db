import * as fc from "fast-check";
import { moves, someTerms } from "./moves.ts";
import { type Step, simulate, type World } from "./simulation.ts";

const numRuns = 1_000;

/** Checks a law on a thousand values; a failure shows the smallest one that breaks it. */
export function forAny<Value>(arbitrary: fc.Arbitrary<Value>, law: (value: Value) => void): void {
  // A property without a promise is checked before `assert` returns.
  void fc.assert(fc.property(arbitrary, law), { numRuns });
}

/** Checks a law after every step of any sequence of commands. */
export function always(law: (step: Step) => void): void {
  forAny(fc.tuple(someTerms, moves), ([terms, made]) => {
    simulate(terms, made, law);
  });
}

/** Checks a law at the end of any sequence of commands, for what only ever grows. */
export function inTheEnd(law: (world: World) => void): void {
  forAny(fc.tuple(someTerms, moves), ([terms, made]) => law(simulate(terms, made)));
}

/** Always the same few hundred worlds, to show that the laws are not kept by nothing happening. */
export function sampleWorlds(observe: (step: Step) => void): readonly World[] {
  const samples = fc.sample(fc.tuple(someTerms, moves), { numRuns: 500, seed: 1 });
  return samples.map(([terms, made]) => simulate(terms, made, observe));
}
