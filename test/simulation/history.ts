import { setImmediate } from "node:timers/promises";
import type { Store } from "../../packages/server/src/store/store.ts";
import { createActions } from "./actions.ts";
import { createAskers } from "./askers.ts";
import type { Backend } from "./backends.ts";
import { createCallScheduler } from "./call-scheduler.ts";
import { findViolations } from "./checks/invariants.ts";
import { createTimeChecker } from "./checks/time-checker.ts";
import { createClients } from "./clients.ts";
import { createCommitRecorder, isAtRest, isDueNow } from "./commit-recorder.ts";
import { createExternalWork } from "./external-work.ts";
import { createFleet } from "./fleet.ts";
import { leaseMs } from "./plan.ts";
import { createReaders } from "./readers.ts";
import { createRestores } from "./restores.ts";
import { type Action, createReplayStepper, createSeededStepper, type Script } from "./script/script.ts";
import type { ClockFault } from "./simulated-time.ts";
import type { StoreCall } from "./store-calls.ts";
import { createTrace } from "./trace.ts";

/** The outcome of one history. */
export interface History {
  /** Everything that happened, one step a line. */
  readonly trace: readonly string[];
  /** The same as data, which can be replayed. */
  readonly script: Script;
  /** The first promise that was broken, if any. */
  readonly violation: string | undefined;
}

export interface HistoryOptions {
  /** A fault of the store that the history is to find. */
  readonly inject?: (store: Store) => Store;
  /** Whether an answer counts for whatever its conversation asks when it arrives: a fault that the history is to find. */
  readonly unboundAnswers?: boolean;
  /** Whether people answer without the revision that they saw: a fault that the history is to find. */
  readonly unnamedRevisions?: boolean;
  /** Whether people name the revision that has the same number of changes: a fault that the history is to find. */
  readonly countedRevisions?: boolean;
  /** When the store believes the clock of its machine: a fault that the history is to find. */
  readonly clockFault?: ClockFault;
}

/** The simulated time after the last fault in which every conversation must come to rest, past holds, retries and leases. */
const patienceMs = 3 * leaseMs + 40_000;
/** The additional time for the last retry of a model that is always overloaded. */
const modelDownMs = 80_000;
/** While the clock of its machine is behind, the store's runs slower. */
const slowClock = 1.2;
const maxQuietSteps = 5_000;

let histories = 0;

/** Simulates the history of a seed or a script: a phase of faults and requests, then a quiet phase in which everything must come to rest. */
export async function simulateHistory(
  backend: Backend,
  source: number | Script,
  {
    inject,
    unboundAnswers = false,
    unnamedRevisions = false,
    countedRevisions = false,
    clockFault,
  }: HistoryOptions = {},
): Promise<History> {
  const { time } = backend;
  time.reset(clockFault);
  histories += 1;
  const stepper = typeof source === "number" ? createSeededStepper(source) : createReplayStepper(source);
  const { plan, choices } = stepper;
  const prefix = `conv_h${histories}w`;
  const trace = createTrace(time, prefix);
  let violation: string | undefined;
  function violated(what: string): void {
    violation ??= trace.shorten(what);
  }

  const calls: StoreCall[] = [];
  const times = createTimeChecker(time, plan, (callId) => work.calledAt(callId), violated);
  const recorder = createCommitRecorder(time, times, violated);
  const work = createExternalWork({ choices, recorder, time, plan, violated });
  const clients = createClients({
    choices,
    recorder,
    plan,
    prefix,
    terms: work.terms,
    unboundAnswers,
    unnamedRevisions,
    countedRevisions,
    violated,
  });
  const openStores = () =>
    Array.from({ length: plan.slots }, (_, slot) => {
      const store = backend.storeOf(slot);
      return recorder.wrap(inject ? inject(store) : store);
    });
  let stores = openStores();
  const storeOf = (slot: number) => stores[slot % plan.slots] ?? backend.storeOf(0);
  const serving = () => fleet.serving();
  const readers = createReaders({ count: plan.readers, choices, trace, serving, violated });
  const askers = createAskers({ plan, choices, trace, recorder, prefix, serving, violated });
  let asked = 0;
  function newConversationId(): string {
    asked += 1;
    return `${prefix}e${asked}`;
  }
  const fleet = createFleet({
    plan,
    choices,
    time,
    trace,
    calls,
    work,
    clients,
    readers,
    askers,
    recorder,
    storeOf,
    newConversationId,
    violated,
  });
  let faults = plan.faults;
  function takeFault(): boolean {
    faults -= 1;
    return faults >= 0;
  }
  const scheduler = createCallScheduler({
    plan,
    choices,
    trace,
    backend,
    calls,
    takeFault,
    crash: fleet.crash,
    executed: fleet.notifyChanged,
  });
  const actions = createActions({
    plan,
    choices,
    time,
    trace,
    work,
    clients,
    readers,
    fleet,
    scheduler,
    takeFault,
  });
  const restores = createRestores({
    backend,
    trace,
    recorder,
    clients,
    readers,
    askers,
    work,
    fleet,
    readLog,
    takeFault,
    reopened() {
      stores = openStores();
    },
  });
  const position = await backend.storeOf(0).position();
  function readLog() {
    return backend.storeOf(0).events({ after: position, limit: 100_000 });
  }

  async function runFaultPhase(): Promise<void> {
    for (let step = 0; !stepper.isOver("steps") && violation === undefined; step += 1) {
      const possible = actions.work();
      const disruptions = actions.disruptions();
      const copies = plan.hasRestores ? restores.actions() : [];
      const hangUps = readers.hangUps();
      const jumps = plan.hasClockJumps ? [actions.jumpClock] : [];
      const programs = askers.actions();
      const restarts = askers.restarts();
      const all = [
        ...[actions.send, actions.passTime, ...disruptions, ...jumps, ...copies, ...hangUps],
        ...[...possible, ...programs, ...restarts],
      ];
      const action = stepper.next("steps", all, (random) => {
        const dice = random.below(40);
        if (dice === 0 && step > 0 && disruptions.length > 0) return random.pick(disruptions);
        if (dice < 5 || step === 0) return actions.send;
        if (dice === 8 && copies.length > 0) return random.pick(copies);
        if (dice === 9 && jumps.length > 0) return random.pick(jumps);
        if ((dice === 10 || dice === 11) && programs.length > 0) return random.pick(programs);
        if (dice === 39 && restarts.length > 0) return random.pick(restarts);
        if (dice === 7 && hangUps.length > 0) return random.pick(hangUps);
        return dice < 7 || possible.length === 0 ? actions.passTime : random.pick(possible);
      });
      await action?.run();
      await setImmediate();
    }
  }

  async function runQuietPhase(): Promise<void> {
    trace.add("the quiet phase begins");
    faults = 0;
    scheduler.enterQuietPhase();
    work.enterQuietPhase();
    fleet.thaw(Number.POSITIVE_INFINITY);
    fleet.fill();
    if (plan.hasLateServer) fleet.start(plan.slots);
    const began = time.now;
    const patience = (patienceMs + (plan.isModelDown ? modelDownMs : 0)) * (plan.hasClockJumps ? slowClock : 1);
    for (let step = 0; violation === undefined; step += 1) {
      const possible = quietActions();
      if (possible.length === 0) return;
      await stepper.next("quiet", possible, (random) => random.pick(possible))?.run();
      await setImmediate();
      if (time.now > began + patience || step > maxQuietSteps)
        violated(`after ${time.now - began} ms of the quiet phase: ${unfinished().join(", ")}`);
    }
  }

  /** What can happen in the quiet phase; nothing when everything is over. */
  function quietActions(): readonly Action[] {
    const possible = actions.work();
    if (possible.length > 0) return possible;
    if (clients.unanswered().length > 0) return [actions.sendAgain];
    if (clients.hasOpenInquiry) return [{ name: "answer all", run: clients.answerAll }];
    const programs = askers.quietActions();
    if (programs.length > 0) return programs;
    return isOver() ? [] : [{ name: "wait", run: wait }];
  }

  function wait(): void {
    checkNoForgottenWork();
    time.moveTo(time.next() ?? time.now);
  }

  /** With nothing under way and no errors before, a server works on what it has leased, and nothing due is free. */
  function checkNoForgottenWork(): void {
    if (plan.hasErrors) return;
    const due = recorder.conversations().filter(isDueNow);
    for (const { host, runtime, owners } of fleet.running()) {
      const held = due.filter(({ id }) => owners.has(recorder.lease(id)?.owner ?? ""));
      if (held.length > runtime.inWork)
        violated(`${host.name} works on ${runtime.inWork} of ${held.map(({ id }) => id).join(", ")}, which it holds`);
    }
    // What another server released is announced to nobody, so only a poll finds it.
    const free = plan.slots === 1 ? due.filter(({ id }) => !recorder.lease(id)) : [];
    for (const { id, status } of free) violated(`${id} is ${status} and free, and no server will look for it`);
  }

  const unfinished = () => [
    ...recorder.conversations().flatMap((some) => (isAtRest(some) ? [] : [`${some.id} ${some.status}`])),
    ...askers.unfinished(),
  ];
  const isOver = () => unfinished().length === 0 && fleet.running().every(({ runtime }) => runtime.inWork === 0);

  for (let slot = 0; slot < plan.slots; slot += 1) fleet.start(slot);
  await setImmediate();
  await runFaultPhase();
  await runQuietPhase();
  if (violation === undefined) {
    const store = backend.storeOf(0);
    const entries = await readLog();
    const broken = await findViolations({ store, entries, recorder, clients, servers: fleet.running() });
    for (const what of [...broken, ...readers.violations(entries)]) violated(what);
  }
  readers.dispose();
  askers.dispose();
  fleet.dispose();
  await setImmediate();
  return {
    violation,
    get script() {
      return stepper.script;
    },
    get trace() {
      return trace.lines;
    },
  };
}
