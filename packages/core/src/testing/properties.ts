import * as fc from "fast-check";
import { actions, setups } from "./actions.ts";
import { type Simulation, type Step, simulate } from "./simulation.ts";

const numRuns = 1_000;

/** Checks a property on a thousand values; a failure shows the smallest value that breaks it. */
export function forAll<Value>(arbitrary: fc.Arbitrary<Value>, check: (value: Value) => void): void {
  // A property without a promise is checked before `assert` returns.
  void fc.assert(fc.property(arbitrary, check), { numRuns });
}

/** Checks a property after every step of any sequence of commands. */
export function afterEveryStep(check: (step: Step) => void): void {
  forAll(fc.tuple(setups, actions), ([setup, some]) => {
    simulate(setup, some, check);
  });
}

/** Checks a property at the end of any sequence of commands, which is enough for what is never removed. */
export function atTheEnd(check: (simulation: Simulation) => void): void {
  forAll(fc.tuple(setups, actions), ([setup, some]) => check(simulate(setup, some)));
}

/** The same thousand simulations on every run, to show that the properties do not hold only because nothing happens. */
export function sampleSimulations(observe: (step: Step) => void): readonly Simulation[] {
  const samples = fc.sample(fc.tuple(setups, actions), { numRuns: 1_000, seed: 1 });
  return samples.map(([setup, some]) => simulate(setup, some, observe));
}
