import type { Commit } from "../../packages/server/src/store/store.ts";
import type { Random } from "../support/random.ts";
import type { Ground } from "./ground.ts";
import type { Host } from "./host.ts";
import type { Plan } from "./plan.ts";
import type { Trace } from "./trace.ts";
import type { Call } from "./wire.ts";

/** What happens to calls on their way to the store and back. */
export interface Traffic {
  /** The calls that can move now, each as what it does then. */
  chances(): readonly (() => Promise<void> | void)[];
}

interface TrafficOptions {
  readonly plan: Plan;
  readonly random: Random;
  readonly trace: Trace;
  readonly ground: Ground;
  readonly calls: Call[];
  /** Whether one more thing may go wrong; counts it. */
  mayFail(): boolean;
  crash(host: Host): void;
  /** Told of every commit that reached the store. */
  landed(host: Host, commit: Commit): void;
}

const crashes = ["crash before", "crash after"] as const;
const mishaps = [...crashes, "fails", "fails", "answer lost", "answer lost", "disk full"] as const;
const writes: ReadonlySet<string> = new Set(["commit", "claim", "extend", "release"]);
const reads: ReadonlySet<string> = new Set(["events", "position"]);

export function createTraffic({ plan, random, trace, ground, calls, mayFail, crash, landed }: TrafficOptions): Traffic {
  async function land(call: Call): Promise<void> {
    const every = call.name === "commit" ? plan.faultEvery / 2 : plan.faultEvery;
    if (call.host.state === "up" && random.below(every) === 0 && mayFail()) return landBadly(call);
    const together = random.below(6) === 0 ? calls.filter((other) => isSentWith(call, other)) : [call];
    await Promise.all(together.map((each) => each.land()));
    for (const each of together) {
      trace.landed(each);
      if (each.name === "commit") landed(each.host, each.args[0] as Commit);
      if (each.host.state === "down") remove(each);
      else if (each.host.state === "up" && random.below(plan.swiftness) > 0) answer(each);
    }
  }

  async function landBadly(call: Call): Promise<void> {
    const mishap = random.pick(plan.hasErrors && !reads.has(call.name) ? mishaps : crashes);
    trace.add(`${call.host.name} ${call.name}: ${mishap}`);
    if (mishap === "crash before") return crash(call.host);
    if (mishap === "disk full" && ground.breakNextWrite && writes.has(call.name)) ground.breakNextWrite();
    else if (mishap === "fails" || mishap === "disk full") return fail(call);
    await call.land();
    trace.landed(call);
    if (mishap === "crash after") crash(call.host);
    else if (mishap === "answer lost") fail(call);
    else answer(call);
  }

  function remove(call: Call): void {
    calls.splice(calls.indexOf(call), 1);
  }

  function answer(call: Call): void {
    trace.add(`${call.host.name} ${call.name} answered`);
    remove(call);
    call.answer();
  }

  function fail(call: Call): void {
    remove(call);
    call.fail();
  }

  return {
    chances: () =>
      calls.flatMap((call) => {
        if (!call.isLanded) return [() => land(call)];
        return call.host.state === "up" ? [() => answer(call)] : [];
      }),
  };
}

/** Commits that wait on one server at the same moment travel together. */
function isSentWith(call: Call, other: Call): boolean {
  if (other === call) return true;
  return call.name === "commit" && other.name === "commit" && !other.isLanded && other.host === call.host;
}
