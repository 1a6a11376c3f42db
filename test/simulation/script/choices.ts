import type { Random } from "../../harness/fuzz/random.ts";

/** The decisions of a history. The number 0 always stands for the simplest one, so that lower numbers make a simpler history. */
export interface Choices {
  /** A whole number from 0 up to, and without, `end`. */
  below(end: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** True once in `times`. */
  oneIn(times: number): boolean;
}

/** Choices that are drawn from a seed, or replayed where `random` is undefined; those of each step are kept apart. */
export interface StepChoices extends Choices {
  /** Begins a step and returns the list that its numbers are added to; a number that is not given is 0 in a replay. */
  begin(given?: readonly number[]): readonly number[];
}

export function createChoices(random: Random | undefined): StepChoices {
  let given: readonly number[] = [];
  let numbers: number[] = [];
  function choose(draw: (random: Random) => number, end: number): number {
    const number = random ? draw(random) : (given[numbers.length] ?? 0) % end;
    numbers.push(number);
    return number;
  }
  const below = (end: number) => choose((drawn) => drawn.below(end), end);
  return {
    below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    oneIn: (times) => choose((drawn) => (drawn.below(times) === 0 ? 1 : 0), 2) === 1,
    begin(next = []) {
      given = next;
      numbers = [];
      return numbers;
    },
  };
}
