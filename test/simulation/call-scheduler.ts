import type { Commit } from "../../packages/server/src/store/store.ts";
import type { Random } from "../harness/fuzz/random.ts";
import type { Backend } from "./backends.ts";
import type { Host } from "./host.ts";
import type { Plan } from "./plan.ts";
import type { StoreCall } from "./store-calls.ts";
import type { Trace } from "./trace.ts";

/** Executes calls to the store and delivers their responses, with faults on the way. */
export interface CallScheduler {
  /** The next step of each call that can take one now. */
  possibleSteps(): readonly (() => Promise<void> | void)[];
}

interface CallSchedulerOptions {
  readonly plan: Plan;
  readonly random: Random;
  readonly trace: Trace;
  readonly backend: Backend;
  readonly calls: StoreCall[];
  /** Takes one of the faults that the plan allows, if there is one left. */
  takeFault(): boolean;
  crash(host: Host): void;
  /** Called with every commit that was executed. */
  executed(host: Host, commit: Commit): void;
}

const crashes = ["crash before", "crash after"] as const;
const callFaults = [...crashes, "fails", "fails", "response lost", "response lost", "disk full"] as const;
const writes: ReadonlySet<string> = new Set(["commit", "claim", "extend", "release"]);
const reads: ReadonlySet<string> = new Set(["events", "position"]);

export function createCallScheduler({
  plan,
  random,
  trace,
  backend,
  calls,
  takeFault,
  crash,
  executed,
}: CallSchedulerOptions): CallScheduler {
  async function execute(call: StoreCall): Promise<void> {
    const every = call.name === "commit" ? plan.faultEvery / 2 : plan.faultEvery;
    if (call.host.state === "up" && random.below(every) === 0 && takeFault()) return executeWithFault(call);
    const together = random.below(6) === 0 ? calls.filter((other) => isSentWith(call, other)) : [call];
    await Promise.all(together.map((each) => each.execute()));
    for (const each of together) {
      trace.executed(each);
      if (each.name === "commit") executed(each.host, each.args[0] as Commit);
      if (each.host.state === "down") remove(each);
      else if (each.host.state === "up" && random.below(plan.promptness) > 0) respond(each);
    }
  }

  async function executeWithFault(call: StoreCall): Promise<void> {
    const fault = random.pick(plan.hasErrors && !reads.has(call.name) ? callFaults : crashes);
    trace.add(`${call.host.name} ${call.name}: ${fault}`);
    if (fault === "crash before") return crash(call.host);
    if (fault === "disk full" && backend.breakNextWrite && writes.has(call.name)) backend.breakNextWrite();
    else if (fault === "fails" || fault === "disk full") return fail(call);
    await call.execute();
    trace.executed(call);
    if (fault === "crash after") crash(call.host);
    else if (fault === "response lost") fail(call);
    else respond(call);
  }

  function remove(call: StoreCall): void {
    calls.splice(calls.indexOf(call), 1);
  }

  function respond(call: StoreCall): void {
    trace.add(`${call.host.name} ${call.name} responded`);
    remove(call);
    call.respond();
  }

  function fail(call: StoreCall): void {
    remove(call);
    call.fail();
  }

  return {
    possibleSteps: () =>
      calls.flatMap((call) => {
        if (!call.isExecuted) return [() => execute(call)];
        return call.host.state === "up" ? [() => respond(call)] : [];
      }),
  };
}

/** Commits that wait on one server at the same moment are sent in one batch. */
function isSentWith(call: StoreCall, other: StoreCall): boolean {
  if (other === call) return true;
  return call.name === "commit" && other.name === "commit" && !other.isExecuted && other.host === call.host;
}
