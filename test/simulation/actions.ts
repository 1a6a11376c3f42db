import type { CallScheduler } from "./call-scheduler.ts";
import type { Clients, Request } from "./clients.ts";
import type { ExternalWork } from "./external-work.ts";
import type { Fleet } from "./fleet.ts";
import type { Host } from "./host.ts";
import { leaseMs, type Plan } from "./plan.ts";
import type { Readers } from "./readers.ts";
import type { Choices } from "./script/choices.ts";
import type { Action } from "./script/script.ts";
import type { SimulatedTime } from "./simulated-time.ts";
import type { Trace } from "./trace.ts";

/** Everything that can happen next in a history. */
export interface Actions {
  /** What happens without a fault or a request: calls of the store, timers, ends of external work, notifications, reads. */
  work(): readonly Action[];
  /** Crashes, freezes, replacements and starts of servers, and a full disk. */
  disruptions(): readonly Action[];
  /** Sends a request, new or again. */
  readonly send: Action;
  /** Sends every request again that is unanswered. */
  readonly sendAgain: Action;
  readonly passTime: Action;
  /** Sets the clock of the store's machine. */
  readonly jumpClock: Action;
}

interface ActionsOptions {
  readonly plan: Plan;
  readonly choices: Choices;
  readonly time: SimulatedTime;
  readonly trace: Trace;
  readonly work: ExternalWork;
  readonly clients: Clients;
  readonly readers: Readers;
  readonly fleet: Fleet;
  readonly scheduler: CallScheduler;
  takeFault(): boolean;
}

/** By how much a clock is set, in milliseconds. */
const jumps = [3_600_000, -3_600_000] as const;

export function createActions(options: ActionsOptions): Actions {
  const { plan, choices, time, trace, work, clients, readers, fleet, scheduler, takeFault } = options;

  function sendTo(request: Request): void {
    const servers = fleet.serving();
    if (servers.length === 0) return;
    for (const server of choices.oneIn(6) ? servers : [choices.pick(servers)]) {
      trace.add(`${server.host.name} gets ${request.name} ${request.conversationId ?? ""}`);
      clients.send(request, server);
    }
  }

  function sendSomething(): void {
    const again = choices.oneIn(8) ? clients.requests : clients.unanswered();
    const request = again.length > 0 && choices.oneIn(2) ? choices.pick(again) : clients.nextRequest();
    if (!request) return;
    sendTo(request);
    // A message right after a stop finds the worker of that conversation still ending.
    if (request.name === "stop" && request.conversationId && !request.mayBeLost && choices.oneIn(2))
      sendTo(clients.message(request.conversationId));
  }

  function passTime(): void {
    const next = Math.min(time.next() ?? Number.POSITIVE_INFINITY, fleet.nextThaw());
    const isLong = choices.oneIn(6);
    time.moveTo(isLong || next === Number.POSITIVE_INFINITY ? time.now + choices.below(2 * leaseMs) : next);
    trace.add("time passes");
    fleet.thaw(time.now);
  }

  /** An action on a server that uses up one of the faults. */
  const fault = (name: string, host: Host, run: () => void): Action => ({
    name: `${name} ${host.name}`,
    run: () => void (takeFault() && run()),
  });

  return {
    work() {
      const timers = time.due().map((timer) => ({
        name: `${timer.host.name} timer`,
        run() {
          trace.add(`${timer.host.name} timer`);
          time.fire(timer);
        },
      }));
      const ends = work.tasks
        .filter(({ host }) => host.state === "up")
        .map((task) => ({
          name: `${task.host.name} ${task.name} ends`,
          run() {
            trace.add(`${task.host.name} ${task.name} ends`);
            task.end();
          },
        }));
      const words = fleet
        .running()
        .filter(({ hasNotification }) => hasNotification)
        .map((server) => ({
          name: `${server.host.name} is notified`,
          run() {
            trace.add(`${server.host.name} is notified`);
            server.deliverNotification();
          },
        }));
      return [...scheduler.possibleActions(), ...timers, ...ends, ...words, ...readers.actions()];
    },
    disruptions: () => [
      ...fleet.emptySlots().map((slot) => ({ name: `start ${slot}`, run: () => fleet.start(slot) })),
      ...fleet.serving().flatMap((server) => {
        const { host } = server;
        return [
          fault("crash", host, () => fleet.crash(host)),
          fault("freeze", host, () => fleet.freeze(host)),
          ...(plan.hasHandovers ? [fault("replace", host, () => fleet.replace(server))] : []),
        ];
      }),
      ...(plan.hasErrors ? scheduler.diskActions() : []),
    ],
    send: { name: "send", run: sendSomething },
    sendAgain: {
      name: "send again",
      run() {
        for (const request of clients.unanswered()) sendTo(request);
      },
    },
    jumpClock: {
      name: "jump",
      run() {
        const ms = choices.pick(jumps);
        trace.add(`the clock of the store's machine is set an hour ${ms < 0 ? "back" : "ahead"}`);
        time.jump(ms);
      },
    },
    passTime: { name: "pass time", run: passTime },
  };
}
