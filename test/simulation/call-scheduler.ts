import type { Commit } from "../../packages/server/src/store/store.ts";
import type { Backend } from "./backends.ts";
import type { Host } from "./host.ts";
import type { Plan } from "./plan.ts";
import type { Choices } from "./script/choices.ts";
import type { Action } from "./script/script.ts";
import type { StoreCall } from "./store-calls.ts";
import type { Trace } from "./trace.ts";

/** Executes calls to the store and delivers their responses, with faults on the way. */
export interface CallScheduler {
  /** The next step of each call that can take one now. */
  possibleActions(): readonly Action[];
  /** Fills the disk of the store, or makes room on it. While it is full no write succeeds. */
  diskActions(): readonly Action[];
  /** From now on there is room on the disk. */
  enterQuietPhase(): void;
}

interface CallSchedulerOptions {
  readonly plan: Plan;
  readonly choices: Choices;
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
  choices,
  trace,
  backend,
  calls,
  takeFault,
  crash,
  executed,
}: CallSchedulerOptions): CallScheduler {
  let isDiskFull = false;

  async function execute(call: StoreCall): Promise<void> {
    if (isDiskFull && writes.has(call.name)) return executeOnFullDisk(call);
    const every = call.name === "commit" ? plan.faultEvery / 2 : plan.faultEvery;
    if (call.host.state === "up" && choices.oneIn(every) && takeFault()) return executeWithFault(call);
    const together = choices.oneIn(6) ? calls.filter((other) => isSentWith(call, other)) : [call];
    await Promise.all(together.map((each) => each.execute()));
    for (const each of together) {
      trace.executed(each);
      if (each.name === "commit") executed(each.host, each.args[0] as Commit);
      if (each.host.state === "down") remove(each);
      else if (each.host.state === "up" && !choices.oneIn(plan.promptness)) respond(each);
    }
  }

  async function executeWithFault(call: StoreCall): Promise<void> {
    const fault = choices.pick(plan.hasErrors && !reads.has(call.name) ? callFaults : crashes);
    trace.add(`${call.host.name} ${call.name}: ${fault}`);
    if (fault === "crash before") return crash(call.host);
    if (fault === "disk full" && writes.has(call.name)) return executeOnFullDisk(call);
    if (fault === "fails" || fault === "disk full") return fail(call);
    await call.execute();
    trace.executed(call);
    if (fault === "crash after") crash(call.host);
    else fail(call);
  }

  /** Where the store does not let its disk fail, the call fails instead. */
  async function executeOnFullDisk(call: StoreCall): Promise<void> {
    if (!backend.breakNextWrite) return call.host.state === "down" ? remove(call) : fail(call);
    backend.breakNextWrite();
    await call.execute();
    trace.executed(call);
    if (call.host.state === "down") remove(call);
    else if (call.host.state === "up") respond(call);
  }

  function setDiskFull(isFull: boolean): void {
    if (isDiskFull !== isFull) trace.add(isFull ? "the disk is full" : "the disk has room");
    isDiskFull = isFull;
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
    diskActions: () => [
      isDiskFull
        ? { name: "make room on the disk", run: () => setDiskFull(false) }
        : { name: "fill the disk", run: () => void (takeFault() && setDiskFull(true)) },
    ],
    enterQuietPhase: () => setDiskFull(false),
    possibleActions: () =>
      calls.flatMap((call) => {
        const name = `${call.host.name} ${call.name}`;
        if (!call.isExecuted) return [{ name, run: () => execute(call) }];
        return call.host.state === "up" ? [{ name: `${name} responds`, run: () => respond(call) }] : [];
      }),
  };
}

/** Commits that wait on one server at the same moment are sent in one batch. */
function isSentWith(call: StoreCall, other: StoreCall): boolean {
  if (other === call) return true;
  return call.name === "commit" && other.name === "commit" && !other.isExecuted && other.host === call.host;
}
