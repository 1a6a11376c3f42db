import type { Commit, Store } from "../../packages/server/src/store/store.ts";
import type { Askers } from "./askers.ts";
import type { Clients } from "./clients.ts";
import type { CommitRecorder } from "./commit-recorder.ts";
import type { ExternalWork } from "./external-work.ts";
import { createHost, type Host } from "./host.ts";
import { leaseMs, type Plan } from "./plan.ts";
import type { Readers } from "./readers.ts";
import type { Choices } from "./script/choices.ts";
import { createSimulatedServer, type SimulatedServer } from "./simulated-server.ts";
import type { SimulatedTime } from "./simulated-time.ts";
import type { StoreCall } from "./store-calls.ts";
import type { Trace } from "./trace.ts";

/** The servers of a history: one in each slot, and those that were there before. */
export interface Fleet {
  start(slot: number): void;
  /** Starts a server in every empty slot. */
  fill(): void;
  crash(host: Host): void;
  /** Crashes every server, and nothing that one has sent is executed. */
  crashAll(): void;
  /** Drains a server as an upgrade does; the next one in its slot starts at once. */
  replace(server: SimulatedServer): void;
  freeze(host: Host): void;
  /** Unfreezes the servers whose time has come. */
  thaw(by: number): void;
  nextThaw(): number;
  /** Notifies the servers whose work a commit from this host changed; some notifications are lost. */
  notifyChanged(host: Host, commit: Commit): void;
  /** All that run. */
  running(): readonly SimulatedServer[];
  /** Those that take requests. */
  serving(): readonly SimulatedServer[];
  emptySlots(): readonly number[];
  /** Ends everything that was started. */
  dispose(): void;
}

interface FleetOptions {
  readonly plan: Plan;
  readonly choices: Choices;
  readonly time: SimulatedTime;
  readonly trace: Trace;
  readonly calls: StoreCall[];
  readonly work: ExternalWork;
  readonly clients: Clients;
  readonly readers: Pick<Readers, "connectionLost">;
  readonly askers: Pick<Askers, "connectionLost">;
  readonly recorder: CommitRecorder;
  storeOf(slot: number): Store;
  newConversationId(): string;
  violated(what: string): void;
}

/** A server has the letter of its slot, and its number in it. */
const letters = "ABCD";

export function createFleet(options: FleetOptions): Fleet {
  const { plan, choices, time, trace, calls, work, clients, readers, askers, recorder, storeOf, violated } = options;
  const all: SimulatedServer[] = [];
  const bySlot: SimulatedServer[] = [];
  const running = () => all.filter(({ host }) => host.state === "up");
  const emptySlots = () => [...bySlot.keys()].filter((slot) => bySlot[slot]?.host.state === "down");

  function start(slot: number): void {
    const host = createHost(`${letters[slot]}${all.filter(({ host }) => host.name[0] === letters[slot]).length + 1}`);
    trace.add(`${host.name} starts`);
    const server = createSimulatedServer({
      host,
      store: storeOf(slot),
      clock: time.clockOf(host, plan.skews[slot] ?? 0),
      calls,
      work,
      cap: plan.cap,
      leaseMs,
      pollMs: plan.pollMs,
      isFollowed: slot < plan.followed,
      newConversationId: options.newConversationId,
      published: recorder.published,
      violated,
    });
    all.push(server);
    bySlot[slot] = server;
  }

  function end(host: Host, how: string): void {
    trace.add(`${host.name} ${how}`);
    host.state = "down";
    time.forget(host);
    clients.connectionLost(host);
    readers.connectionLost(host);
    askers.connectionLost(host);
    // A call that was sent may still be executed; then only a poll finds what it changed.
    for (const call of calls.filter((other) => other.host === host))
      if (call.isExecuted || !plan.hasHandovers || !choices.oneIn(2)) calls.splice(calls.indexOf(call), 1);
  }

  return {
    start,
    fill() {
      for (const slot of emptySlots()) start(slot);
    },
    crash: (host) => end(host, "crashes"),
    crashAll() {
      for (const { host } of all) if (host.state === "up" || host.state === "frozen") end(host, "crashes");
      calls.length = 0;
    },
    replace({ host, runtime }) {
      trace.add(`${host.name} is told to stop`);
      host.isDraining = true;
      void runtime.stop(leaseMs / 3).then(() => host.state === "up" && end(host, "ends"));
      start(bySlot.findIndex((server) => server.host === host));
    },
    freeze(host) {
      trace.add(`${host.name} freezes`);
      host.state = "frozen";
      host.thawsAt = time.now + choices.below(3 * leaseMs);
    },
    thaw(by) {
      for (const { host } of all) {
        if (host.state !== "frozen" || host.thawsAt > by) continue;
        trace.add(`${host.name} thaws`);
        host.state = "up";
      }
    },
    nextThaw: () => Math.min(...all.flatMap(({ host }) => (host.state === "frozen" ? [host.thawsAt] : []))),
    notifyChanged(host, { epoch, projection }) {
      const { id } = projection.conversation;
      const owner = epoch === undefined ? recorder.lease(id)?.owner : undefined;
      for (const server of all)
        if (server.host !== host && server.owners.has(owner ?? "") && !choices.oneIn(3)) server.notifyChanged(id);
    },
    running,
    serving: () => running().filter(({ host }) => !host.isDraining),
    emptySlots,
    dispose() {
      for (const { host, dispose } of all) {
        host.state = "gone";
        dispose();
        time.forget(host);
        work.forget(host);
      }
      for (const call of calls) call.fail();
    },
  };
}
