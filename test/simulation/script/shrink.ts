import type { Plan } from "../plan.ts";
import type { Script, Step } from "./script.ts";

export interface Shrunken {
  readonly script: Script;
  readonly violation: string;
  /** How many histories were simulated to find it. */
  readonly attempts: number;
}

interface ShrinkOptions {
  /** Replays a script and returns what it violates, if anything. */
  replay(script: Script): Promise<string | undefined>;
  readonly maxAttempts: number;
}

/**
 * Searches for the shortest script that breaks the same promise: first without steps, then with simpler parameters and lower
 * numbers, until nothing more can be taken away or the attempts are used up.
 */
export async function shrink(
  failing: Script,
  violation: string,
  { replay, maxAttempts }: ShrinkOptions,
): Promise<Shrunken> {
  let best = failing;
  let said = violation;
  let attempts = 0;

  async function improves(script: Script): Promise<boolean> {
    if (attempts >= maxAttempts) return false;
    attempts += 1;
    const found = await replay(script);
    if (found === undefined || kindOf(found) !== kindOf(violation)) return false;
    best = script;
    said = found;
    return true;
  }

  /** Delta debugging: leaves out ever smaller parts of a phase. */
  async function removeSteps(phase: "steps" | "quiet"): Promise<void> {
    for (let size = best[phase].length; size >= 1; size = Math.floor(size / 2))
      for (let from = best[phase].length - size; from > -size && best[phase].length > 0; from -= size)
        await improves({ ...best, [phase]: best[phase].toSpliced(Math.max(0, from), Math.min(size, size + from)) });
  }

  async function lowerNumbers(phase: "steps" | "quiet"): Promise<void> {
    for (const index of best[phase].keys()) {
      const [action, ...numbers] = best[phase][index] ?? [""];
      const put = (...lower: readonly number[]) => improves(withStep(best, phase, index, [action, ...lower]));
      if (numbers.length === 0 || (await put())) continue;
      for (let place = numbers.length - 1; place >= 0; place -= 1)
        for (const lower of lowerThan(numbers[place] ?? 0))
          if (await put(...numbers.with(place, lower))) {
            numbers[place] = lower;
            break;
          }
    }
  }

  async function simplifyPlan(): Promise<void> {
    for (const [name, value] of Object.entries(best.plan))
      for (const simpler of simplerThan(name as keyof Plan, value))
        if (await improves({ ...best, plan: { ...best.plan, [name]: simpler } })) break;
  }

  for (let before = ""; before !== JSON.stringify(best) && attempts < maxAttempts; ) {
    before = JSON.stringify(best);
    await removeSteps("quiet");
    await removeSteps("steps");
    await simplifyPlan();
    await lowerNumbers("steps");
    await lowerNumbers("quiet");
  }
  return { script: best, violation: said, attempts };
}

/** Two violations are of one kind if they differ only in names and numbers. */
function kindOf(violation: string): string {
  return violation.replace(/[#"[{(].*[\])}"]|\S*\d\S*|#\S*/g, "_");
}

function withStep(script: Script, phase: "steps" | "quiet", index: number, step: Step): Script {
  return { ...script, [phase]: script[phase].with(index, step) };
}

function lowerThan(number: number): readonly number[] {
  return [...new Set([0, 1, Math.floor(number / 2), number - 1])].filter((lower) => lower >= 0 && lower < number);
}

const leastByName: Partial<Record<keyof Plan, number>> = {
  slots: 1,
  conversations: 1,
  cap: 1,
  faultEvery: 1,
  promptness: 1,
};

function simplerThan(name: keyof Plan, value: unknown): readonly unknown[] {
  // These say how a seed is drawn, and change nothing in a script.
  if (name === "steps" || name === "pollMs") return [];
  if (value === true) return [false];
  if (typeof value === "number") return lowerThan(value).filter((lower) => lower >= (leastByName[name] ?? 0));
  return Array.isArray(value) && value.some(Boolean) ? [value.map(() => 0)] : [];
}
