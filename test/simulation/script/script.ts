import { createRandom, type Random } from "../../harness/fuzz/random.ts";
import { type Plan, planOf } from "../plan.ts";
import { type Choices, createChoices } from "./choices.ts";

/** A step of a history: the name of its action, and the numbers that were chosen in it. */
export type Step = readonly [action: string, ...numbers: number[]];

/** A history as data: its parameters, the steps of the phase with faults, and those of the quiet phase. */
export interface Script {
  readonly plan: Plan;
  readonly steps: readonly Step[];
  /** When these are over, the possible actions take turns. */
  readonly quiet: readonly Step[];
}

/** Something that can happen next. */
export interface Action {
  readonly name: string;
  run(): Promise<void> | void;
}

/** Chooses the actions of a history, and records them as a script. */
export interface Stepper {
  readonly plan: Plan;
  readonly choices: Choices;
  /** What happened so far. */
  readonly script: Script;
  /** The action to take next in a phase; undefined where the script names one that is not possible. */
  next(phase: Phase, actions: readonly Action[], draw: (random: Random) => Action): Action | undefined;
  /** Whether a phase has no more steps. */
  isOver(phase: "steps"): boolean;
}

type Phase = "steps" | "quiet";

/** A stepper that draws everything from a seed. */
export function createSeededStepper(seed: number): Stepper {
  const random = createRandom(seed);
  const plan = planOf(random);
  const choices = createChoices(random);
  const record = createRecord(plan);
  return {
    plan,
    choices,
    get script() {
      return record.script();
    },
    next(phase, actions, draw) {
      const action = draw(random);
      record.add(phase, nameAmong(actions, action), choices.begin());
      return action;
    },
    isOver: () => record.count("steps") >= plan.steps,
  };
}

/** A stepper that repeats a script, and leaves out what is not possible. */
export function createReplayStepper(script: Script): Stepper {
  const choices = createChoices(undefined);
  const record = createRecord(script.plan);
  const taken: Record<Phase, number> = { steps: 0, quiet: 0 };
  return {
    plan: script.plan,
    choices,
    get script() {
      return record.script();
    },
    next(phase, actions) {
      const count = taken[phase];
      taken[phase] += 1;
      const step = script[phase][count];
      const action = step ? actions.find((each) => nameAmong(actions, each) === step[0]) : undefined;
      const chosen = action ?? (phase === "quiet" ? actions[count % actions.length] : undefined);
      if (chosen)
        record.add(phase, nameAmong(actions, chosen), choices.begin(action && step ? step.slice(1).map(Number) : []));
      return chosen;
    },
    isOver: () => taken.steps >= script.steps.length,
  };
}

/** Actions of the same name are told apart by their order. */
function nameAmong(actions: readonly Action[], action: Action): string {
  const before = actions.slice(0, actions.indexOf(action)).filter(({ name }) => name === action.name).length;
  return before === 0 ? action.name : `${action.name} #${before + 1}`;
}

function createRecord(plan: Plan) {
  const phases: Record<Phase, { readonly name: string; readonly numbers: readonly number[] }[]> = {
    steps: [],
    quiet: [],
  };
  const stepsOf = (phase: Phase) =>
    phases[phase].map(({ name, numbers }): Step => [name, ...numbers.slice(0, numbers.findLastIndex(Boolean) + 1)]);
  return {
    add: (phase: Phase, name: string, numbers: readonly number[]) => void phases[phase].push({ name, numbers }),
    count: (phase: Phase) => phases[phase].length,
    script: (): Script => ({ plan, steps: stepsOf("steps"), quiet: stepsOf("quiet") }),
  };
}
