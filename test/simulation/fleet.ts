import type { Commit, Store } from "../../packages/server/src/store/store.ts";
import type { Random } from "../support/random.ts";
import { createHost, type Host } from "./host.ts";
import type { OutsideWork } from "./outside-work.ts";
import type { People } from "./people.ts";
import { leaseMs, type Plan } from "./plan.ts";
import { createSimulatedServer, type SimulatedServer } from "./simulated-server.ts";
import type { SimulatedTime } from "./simulated-time.ts";
import type { Trace } from "./trace.ts";
import type { Call } from "./wire.ts";
import type { Witness } from "./witness.ts";

/** The servers of a history: one in each place, and those that were there before. */
export interface Fleet {
  start(place: number): void;
  /** Starts a server wherever there is none. */
  fill(): void;
  crash(host: Host): void;
  /** Ends a server as an upgrade does; the next one in its place starts at once. */
  replace(server: SimulatedServer): void;
  freeze(host: Host): void;
  /** Wakes those whose time has come. */
  thaw(by: number): void;
  nextThaw(): number;
  /** Sends word to those whose work a commit from this host changed; some of it is lost. */
  disturb(host: Host, commit: Commit): void;
  /** All that run. */
  running(): readonly SimulatedServer[];
  /** Those that people can reach. */
  serving(): readonly SimulatedServer[];
  emptyPlaces(): readonly number[];
  /** Ends everything that was ever started, for good. */
  bury(): void;
}

interface FleetOptions {
  readonly plan: Plan;
  readonly random: Random;
  readonly time: SimulatedTime;
  readonly trace: Trace;
  readonly calls: Call[];
  readonly work: OutsideWork;
  readonly people: People;
  readonly witness: Witness;
  storeOf(place: number): Store;
  violated(what: string): void;
}

export function createFleet(options: FleetOptions): Fleet {
  const { plan, random, time, trace, calls, work, people, witness, storeOf, violated } = options;
  const all: SimulatedServer[] = [];
  const byPlace: SimulatedServer[] = [];
  const running = () => all.filter(({ host }) => host.state === "up");
  const emptyPlaces = () => [...byPlace.keys()].filter((place) => byPlace[place]?.host.state === "down");

  function start(place: number): void {
    const host = createHost(`${"ABCD"[place]}${all.length + 1}`);
    trace.add(`${host.name} starts`);
    const server = createSimulatedServer({
      host,
      store: storeOf(place),
      clock: time.clockOf(host, plan.skews[place] ?? 0),
      calls,
      work,
      cap: plan.cap,
      leaseMs,
      pollMs: plan.pollMs,
      isFollowed: place < plan.followed,
      published: witness.published,
      violated,
    });
    all.push(server);
    byPlace[place] = server;
  }

  function end(host: Host, how: string): void {
    trace.add(`${host.name} ${how}`);
    host.state = "down";
    time.forget(host);
    people.connectionLost(host);
    // What was on its way may still reach the store, and whoever looked before has to look again then.
    for (const call of calls.filter((other) => other.host === host))
      if (call.isLanded || !plan.hasHandovers || random.below(2) === 0) calls.splice(calls.indexOf(call), 1);
  }

  return {
    start,
    fill() {
      for (const place of emptyPlaces()) start(place);
    },
    crash: (host) => end(host, "crashes"),
    replace({ host, runtime }) {
      trace.add(`${host.name} is told to stop`);
      host.isDraining = true;
      void runtime.stop(leaseMs / 3).then(() => host.state === "up" && end(host, "ends"));
      start(byPlace.findIndex((server) => server.host === host));
    },
    freeze(host) {
      trace.add(`${host.name} freezes`);
      host.state = "frozen";
      host.thawsAt = time.now + random.below(3 * leaseMs);
    },
    thaw(by) {
      for (const { host } of all) {
        if (host.state !== "frozen" || host.thawsAt > by) continue;
        trace.add(`${host.name} thaws`);
        host.state = "up";
      }
    },
    nextThaw: () => Math.min(...all.flatMap(({ host }) => (host.state === "frozen" ? [host.thawsAt] : []))),
    disturb(host, { epoch, projection }) {
      const { id } = projection.conversation;
      const owner = epoch === undefined ? witness.lease(id)?.owner : undefined;
      for (const server of all)
        if (server.host !== host && server.owners.has(owner ?? "") && random.below(3) > 0) server.disturb(id);
    },
    running,
    serving: () => running().filter(({ host }) => !host.isDraining),
    emptyPlaces,
    bury() {
      for (const { host, leave } of all) {
        host.state = "gone";
        leave();
        time.forget(host);
        work.forget(host);
      }
      for (const call of calls) call.fail();
    },
  };
}
