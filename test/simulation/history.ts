import { setImmediate } from "node:timers/promises";
import type { Store } from "../../packages/server/src/store/store.ts";
import { createRandom } from "../harness/fuzz/random.ts";
import type { Backend } from "./backends.ts";
import { createCallScheduler } from "./call-scheduler.ts";
import { createClients, type Request } from "./clients.ts";
import { createCommitRecorder, isAtRest, isDueNow } from "./commit-recorder.ts";
import { createExternalWork } from "./external-work.ts";
import { createFleet } from "./fleet.ts";
import { findViolations } from "./invariants.ts";
import { leaseMs, planOf } from "./plan.ts";
import type { StoreCall } from "./store-calls.ts";
import { createTrace } from "./trace.ts";

/** The outcome of one history. */
export interface History {
  readonly seed: number;
  /** Everything that happened, one step a line. */
  readonly trace: readonly string[];
  /** The first promise that was broken, if any. */
  readonly violation: string | undefined;
}

export interface HistoryOptions {
  /** A fault of the store that the history is to find. */
  readonly inject?: (store: Store) => Store;
}

/** The simulated time after the last fault in which every conversation must come to rest, past holds, retries and leases. */
const patienceMs = 3 * leaseMs + 40_000;
/** The additional time for the last retry of a model that is always overloaded. */
const modelDownMs = 80_000;
const maxQuietSteps = 5_000;

let histories = 0;

/** Simulates the history of a seed: a phase of faults and requests, then a quiet phase in which everything must come to rest. */
export async function simulateHistory(
  backend: Backend,
  seed: number,
  { inject }: HistoryOptions = {},
): Promise<History> {
  const { time } = backend;
  time.reset();
  histories += 1;
  const random = createRandom(seed);
  const prefix = `conv_h${histories}w`;
  const trace = createTrace(time, prefix);
  let violation: string | undefined;
  function violated(what: string): void {
    violation ??= trace.shorten(what);
  }

  const plan = planOf(random);
  const calls: StoreCall[] = [];
  const recorder = createCommitRecorder(time, violated);
  const work = createExternalWork({ random, recorder, plan, violated });
  const clients = createClients({ random, recorder, plan, prefix, terms: work.terms, violated });
  const stores = Array.from({ length: plan.slots }, (_, slot) => {
    const store = backend.storeOf(slot);
    return recorder.wrap(inject ? inject(store) : store);
  });
  const storeOf = (slot: number) => stores[slot % plan.slots] ?? backend.storeOf(0);
  const fleet = createFleet({ plan, random, time, trace, calls, work, clients, recorder, storeOf, violated });
  let faults = plan.faults;
  function takeFault(): boolean {
    faults -= 1;
    return faults >= 0;
  }
  const scheduler = createCallScheduler({
    plan,
    random,
    trace,
    backend,
    calls,
    takeFault,
    crash: fleet.crash,
    executed: fleet.notifyChanged,
  });

  /** Everything that can happen next without a fault or a request. */
  function possibleSteps(): readonly (() => Promise<void> | void)[] {
    const timers = time.due().map((timer) => () => {
      trace.add(`${timer.host.name} timer`);
      time.fire(timer);
    });
    const ends = work.tasks
      .filter(({ host }) => host.state === "up")
      .map((task) => () => {
        trace.add(`${task.host.name} ${task.name} ends`);
        task.end();
      });
    const words = fleet
      .running()
      .filter(({ hasNotification }) => hasNotification)
      .map((server) => () => {
        trace.add(`${server.host.name} is notified`);
        server.deliverNotification();
      });
    return [...scheduler.possibleSteps(), ...timers, ...ends, ...words];
  }

  function send(request: Request): void {
    const servers = fleet.serving();
    if (servers.length === 0) return;
    for (const server of random.below(6) === 0 ? servers : [random.pick(servers)]) {
      trace.add(`${server.host.name} gets ${request.name} ${request.conversationId ?? ""}`);
      clients.send(request, server);
    }
  }

  function sendSomething(): void {
    const again = random.below(8) === 0 ? clients.requests : clients.unanswered();
    const request = again.length > 0 && random.below(2) === 0 ? random.pick(again) : clients.nextRequest();
    if (!request) return;
    send(request);
    // A message right after a stop finds the worker of that conversation still ending.
    if (request.name === "stop" && request.conversationId && random.below(2) === 0)
      send(clients.message(request.conversationId));
  }

  /** Crashes, replaces, freezes or starts a server. */
  function disruptServer(): void {
    const empty = fleet.emptySlots();
    if (empty.length > 0 && random.below(2) === 0) return fleet.start(random.pick(empty));
    const servers = fleet.serving();
    if (servers.length === 0 || !takeFault()) return;
    const server = random.pick(servers);
    const choice = random.below(4);
    if (choice === 0) fleet.crash(server.host);
    else if (choice === 1 && plan.hasHandovers) fleet.replace(server);
    else fleet.freeze(server.host);
  }

  function passTime(): void {
    const next = Math.min(time.next() ?? Number.POSITIVE_INFINITY, fleet.nextThaw());
    time.moveTo(
      random.below(6) === 0 || next === Number.POSITIVE_INFINITY ? time.now + random.below(2 * leaseMs) : next,
    );
    trace.add("time passes");
    fleet.thaw(time.now);
  }

  async function runFaultPhase(): Promise<void> {
    for (let step = 0; step < plan.steps && violation === undefined; step += 1) {
      const possible = possibleSteps();
      const dice = random.below(40);
      if (dice === 0 && step > 0) disruptServer();
      else if (dice < 5 || step === 0) sendSomething();
      else if (dice < 7 || possible.length === 0) passTime();
      else await random.pick(possible)();
      await setImmediate();
    }
  }

  async function runQuietPhase(): Promise<void> {
    trace.add("the quiet phase begins");
    faults = 0;
    work.enterQuietPhase();
    fleet.thaw(Number.POSITIVE_INFINITY);
    fleet.fill();
    if (plan.hasLateServer) fleet.start(plan.slots);
    const began = time.now;
    const patience = patienceMs + (plan.isModelDown ? modelDownMs : 0);
    for (let step = 0; violation === undefined; step += 1) {
      const possible = possibleSteps();
      const waiting = clients.unanswered();
      if (possible.length > 0) await random.pick(possible)();
      else if (waiting.length > 0) for (const request of waiting) send(request);
      else if (clients.answers().length > 0) continue;
      else if (isOver()) return;
      else {
        checkNoForgottenWork();
        time.moveTo(time.next() ?? time.now);
      }
      await setImmediate();
      if (time.now > began + patience || step > maxQuietSteps)
        violated(`after ${time.now - began} ms of the quiet phase: ${unfinished().join(", ")}`);
    }
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

  const unfinished = () =>
    recorder.conversations().flatMap((some) => (isAtRest(some) ? [] : [`${some.id} ${some.status}`]));
  const isOver = () => unfinished().length === 0 && fleet.running().every(({ runtime }) => runtime.inWork === 0);

  const store = backend.storeOf(0);
  const position = await store.position();
  for (let slot = 0; slot < plan.slots; slot += 1) fleet.start(slot);
  await setImmediate();
  await runFaultPhase();
  await runQuietPhase();
  if (violation === undefined) {
    const broken = await findViolations({ store, position, recorder, clients, servers: fleet.running() });
    for (const what of broken) violated(what);
  }
  fleet.dispose();
  await setImmediate();
  return {
    seed,
    violation,
    get trace() {
      return trace.lines;
    },
  };
}
