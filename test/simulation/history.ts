import { setImmediate } from "node:timers/promises";
import type { Store } from "../../packages/server/src/store/store.ts";
import { createRandom } from "../support/random.ts";
import { createFleet } from "./fleet.ts";
import type { Ground } from "./ground.ts";
import { brokenLaws } from "./laws.ts";
import { createOutsideWork } from "./outside-work.ts";
import { createPeople, type Wish } from "./people.ts";
import { leaseMs, planOf } from "./plan.ts";
import { createTrace } from "./trace.ts";
import { createTraffic } from "./traffic.ts";
import type { Call } from "./wire.ts";
import { createWitness, isAtRest, isDueNow } from "./witness.ts";

/** What came of one history. */
export interface History {
  readonly seed: number;
  /** Everything that happened, one thing a line. */
  readonly trace: readonly string[];
  /** The first promise that was broken, if any. */
  readonly violation: string | undefined;
}

export interface HistoryOptions {
  /** A fault of the product that the history is to find. */
  readonly plant?: (store: Store) => Store;
}

/** How long it may take, after all faults, until every conversation rests: what was held, was put off and is leased comes on. */
const patienceMs = 3 * leaseMs + 40_000;
/** How much longer it takes until a model that is always overloaded was called for the last time. */
const hopelessMs = 80_000;
const mostCalmSteps = 5_000;

let histories = 0;

/** Plays the history of a seed: a storm of faults and wishes, then calm, in which everything has to come to rest. */
export async function playHistory(ground: Ground, seed: number, { plant }: HistoryOptions = {}): Promise<History> {
  const { time } = ground;
  time.reset();
  histories += 1;
  const random = createRandom(seed);
  const prefix = `conv_h${histories}w`;
  const trace = createTrace(time, prefix);
  let violation: string | undefined;
  function violated(what: string): void {
    violation ??= trace.named(what);
  }

  const plan = planOf(random);
  const calls: Call[] = [];
  const witness = createWitness(time, violated);
  const work = createOutsideWork({ random, witness, plan, violated });
  const people = createPeople({ random, witness, plan, prefix, terms: work.terms, violated });
  const stores = Array.from({ length: plan.places }, (_, place) => {
    const store = ground.storeOf(place);
    return witness.watch(plant ? plant(store) : store);
  });
  const storeOf = (place: number) => stores[place % plan.places] ?? ground.storeOf(0);
  const fleet = createFleet({ plan, random, time, trace, calls, work, people, witness, storeOf, violated });
  let faults = plan.faults;
  function mayFail(): boolean {
    faults -= 1;
    return faults >= 0;
  }
  const traffic = createTraffic({
    plan,
    random,
    trace,
    ground,
    calls,
    mayFail,
    crash: fleet.crash,
    landed: fleet.disturb,
  });

  /** Everything that could happen next by itself. */
  function chances(): readonly (() => Promise<void> | void)[] {
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
      .filter(({ isTold }) => isTold)
      .map((server) => () => {
        trace.add(`${server.host.name} hears of something`);
        server.hear();
      });
    return [...traffic.chances(), ...timers, ...ends, ...words];
  }

  function send(wish: Wish): void {
    const servers = fleet.serving();
    if (servers.length === 0) return;
    for (const server of random.below(6) === 0 ? servers : [random.pick(servers)]) {
      trace.add(`${server.host.name} gets ${wish.name} ${wish.conversationId ?? ""}`);
      people.send(wish, server);
    }
  }

  function speak(): void {
    const again = random.below(8) === 0 ? people.wishes : people.unanswered();
    const wish = again.length > 0 && random.below(2) === 0 ? random.pick(again) : people.wish();
    if (!wish) return;
    send(wish);
    // A stop that is regretted at once finds its worker on the way out.
    if (wish.name === "stop" && wish.conversationId && random.below(2) === 0) send(people.say(wish.conversationId));
  }

  /** Something that happens to a whole server. */
  function strike(): void {
    const empty = fleet.emptyPlaces();
    if (empty.length > 0 && random.below(2) === 0) return fleet.start(random.pick(empty));
    const servers = fleet.serving();
    if (servers.length === 0 || !mayFail()) return;
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

  async function storm(): Promise<void> {
    for (let step = 0; step < plan.steps && violation === undefined; step += 1) {
      const possible = chances();
      const dice = random.below(40);
      if (dice === 0 && step > 0) strike();
      else if (dice < 5 || step === 0) speak();
      else if (dice < 7 || possible.length === 0) passTime();
      else await random.pick(possible)();
      await setImmediate();
    }
  }

  async function calm(): Promise<void> {
    trace.add("the storm is over");
    faults = 0;
    work.calmDown();
    fleet.thaw(Number.POSITIVE_INFINITY);
    fleet.fill();
    if (plan.hasNewcomer) fleet.start(plan.places);
    const began = time.now;
    const patience = patienceMs + (plan.isHopeless ? hopelessMs : 0);
    for (let step = 0; violation === undefined; step += 1) {
      const possible = chances();
      const waiting = people.unanswered();
      if (possible.length > 0) await random.pick(possible)();
      else if (waiting.length > 0) for (const wish of waiting) send(wish);
      else if (people.answers().length > 0) continue;
      else if (isOver()) return;
      else {
        checkQuiet();
        time.moveTo(time.next() ?? time.now);
      }
      await setImmediate();
      if (time.now > began + patience || step > mostCalmSteps)
        violated(`after ${time.now - began} ms of calm: ${unrest().join(", ")}`);
    }
  }

  /** With nothing under way, and nothing that went wrong before, no work is forgotten: what is held is worked on, what is free is taken. */
  function checkQuiet(): void {
    if (plan.hasErrors) return;
    const due = witness.conversations().filter(isDueNow);
    for (const { host, runtime, owners } of fleet.running()) {
      const held = due.filter(({ id }) => owners.has(witness.lease(id)?.owner ?? ""));
      if (held.length > runtime.inWork)
        violated(`${host.name} works on ${runtime.inWork} of ${held.map(({ id }) => id).join(", ")}, which it holds`);
    }
    // Of what another server gave back nobody hears, so that only a poll finds it.
    const free = plan.places === 1 ? due.filter(({ id }) => !witness.lease(id)) : [];
    for (const { id, status } of free) violated(`${id} is ${status} and free, and nobody is about to look for it`);
  }

  const unrest = () => witness.conversations().flatMap((some) => (isAtRest(some) ? [] : [`${some.id} ${some.status}`]));
  const isOver = () => unrest().length === 0 && fleet.running().every(({ runtime }) => runtime.inWork === 0);

  const store = ground.storeOf(0);
  const position = await store.position();
  for (let place = 0; place < plan.places; place += 1) fleet.start(place);
  await setImmediate();
  await storm();
  await calm();
  if (violation === undefined) {
    const broken = await brokenLaws({ store, position, witness, people, servers: fleet.running() });
    for (const what of broken) violated(what);
  }
  fleet.bury();
  await setImmediate();
  return {
    seed,
    violation,
    get trace() {
      return trace.lines;
    },
  };
}
