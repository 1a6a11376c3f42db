import { conversationIdOf, type Event, type InquiryRecord } from "@askback/core";
import { askFingerprint } from "../../packages/server/src/http/asks/ask-fingerprint.ts";
import type { CommitRecorder } from "./commit-recorder.ts";
import { type Host, SimulatedFault } from "./host.ts";
import type { Plan } from "./plan.ts";
import type { Choices } from "./script/choices.ts";
import type { Action } from "./script/script.ts";
import type { SimulatedServer } from "./simulated-server.ts";
import type { Trace } from "./trace.ts";

/** Programs that run elsewhere: they ask under keys, change and withdraw what they asked, restart, and wait for the end. */
export interface Askers {
  /** What the programs do while there are faults. */
  actions(): readonly Action[];
  /** The programs lose what they know. */
  restarts(): readonly Action[];
  /** What is left to do for them to have the end of everything that they asked. */
  quietActions(): readonly Action[];
  /** Asks whose programs do not know the end yet. */
  unfinished(): readonly string[];
  connectionLost(host: Host): void;
  /** Returns a function that forgets what was found since, because a restore undoes it. */
  backUp(): () => void;
  dispose(): void;
}

interface AskersOptions {
  readonly plan: Pick<Plan, "asks">;
  readonly choices: Choices;
  readonly trace: Trace;
  readonly recorder: Pick<CommitRecorder, "log">;
  readonly prefix: string;
  serving(): readonly SimulatedServer[];
  violated(what: string): void;
}

/** One question of a program. Its key outlives the program; what it knows does not. */
interface Ask {
  readonly name: string;
  readonly thread?: string;
  readonly deadlineMs: number;
  /** The same for as long as the inquiry lives, whoever asks again. */
  found?: string;
  /** What the program knows since its last start. */
  id?: string;
  end?: InquiryRecord;
  /** The request that is under way. */
  request?: { readonly host: Host; readonly abort: AbortController };
  amendments: number;
}

/** Longer than any history takes. */
const waitMs = 2 ** 31 - 1;
const asker = { id: "deployer", project: "default" };

export function createAskers(options: AskersOptions): Askers {
  const { plan, choices, trace, recorder, prefix, serving, violated } = options;
  const asks: Ask[] = [];

  function send(ask: Ask, what: string, run: (server: SimulatedServer, signal: AbortSignal) => Promise<void>): Action {
    return {
      name: `${ask.name} ${what}`,
      run() {
        const server = choices.pick(serving());
        const abort = new AbortController();
        const request = { host: server.host, abort };
        ask.request = request;
        trace.add(`${ask.name} ${what} at ${server.host.name}`);
        run(server, abort.signal)
          .catch((error) => error instanceof SimulatedFault || violated(`${what} failed: ${String(error)}`))
          .finally(() => ask.request === request && delete ask.request);
      },
    };
  }

  function newAsk(): Ask {
    const number = asks.length + 1;
    const ask: Ask = {
      name: `ask ${number}`,
      ...(choices.oneIn(2) && { thread: "thread" }),
      deadlineMs: choices.pick([0, 0, 10_000, 60_000]),
      amendments: 0,
    };
    asks.push(ask);
    return ask;
  }

  /** Asks, or asks again under the same key. */
  const repeat = (ask: Ask) =>
    send(ask, "is asked", async ({ recordAsk, clock }, signal) => {
      const { name, thread, deadlineMs } = ask;
      const at = clock.now();
      const content = { contract: "external" as const, questions: [questionOf(name)] };
      const scoped = thread === undefined ? {} : { thread: `${prefix}${thread}` };
      const fingerprint = askFingerprint(content, scoped.thread);
      const inquiry = {
        ...content,
        ...(deadlineMs > 0 && { deadline: at + deadlineMs }),
        origin: { by: asker.id, key: `${prefix}${name}`, fingerprint },
      };
      const recorded = await recordAsk({ principal: asker, inquiry, content, ...scoped, by: asker.id, at });
      if (signal.aborted) return;
      if (!recorded.ok) return violated(`${name} was refused: ${recorded.error.code}`);
      const { id } = recorded.value;
      if (ask.found !== undefined && ask.found !== id) violated(`under the key of ${name} are two inquiries`);
      ask.found = id;
      ask.id = id;
    });

  const wait = (ask: Ask) =>
    send(ask, "waits", async ({ waits }, signal) => {
      const record = await waits.untilResolved(ask.id ?? "", waitMs, signal);
      if (signal.aborted || !record?.resolution) return;
      ask.end = record;
      const recorded = resolutionsOf(record).map(({ resolution }) => JSON.stringify(resolution));
      if (recorded.join() !== JSON.stringify(record.resolution))
        violated(`${ask.name} was told an end that is not the one recorded`);
    });

  /** A program may also change what it waits for. */
  function command(ask: Ask, what: "amend" | "withdraw"): Action {
    return {
      name: `${ask.name} ${what}`,
      run() {
        const { host, runtime, clock } = choices.pick(serving());
        trace.add(`${ask.name} ${what} at ${host.name}`);
        const inquiryId = ask.id ?? "";
        const by = { by: asker.id, at: clock.now() };
        ask.amendments += 1;
        const inquiry = { questions: [questionOf(`${ask.name}, change ${ask.amendments}`)] };
        runtime
          .perform(
            conversationIdOf(inquiryId) ?? "",
            what === "amend" ? { type: what, inquiryId, inquiry, ...by } : { type: what, inquiryId, ...by },
          )
          .catch((error) => error instanceof SimulatedFault || violated(`${what} failed: ${String(error)}`));
      },
    };
  }

  function restart(ask: Ask): Action {
    return {
      name: `${ask.name} restarts`,
      run() {
        trace.add(`the program of ${ask.name} restarts`);
        hangUp(ask);
        delete ask.id;
        delete ask.end;
      },
    };
  }

  function hangUp(ask: Ask): void {
    ask.request?.abort.abort();
    delete ask.request;
  }

  function resolutionsOf({ id, conversationId }: InquiryRecord): readonly Resolved[] {
    return recorder
      .log(conversationId)
      .filter((event): event is Resolved => event.type === "inquiry.resolved" && event.inquiryId === id);
  }

  function nextFor(ask: Ask): Action {
    return ask.id === undefined ? repeat(ask) : wait(ask);
  }

  return {
    actions() {
      if (serving().length === 0) return [];
      const first = asks.length < plan.asks ? [{ name: "a program asks", run: () => repeat(newAsk()).run() }] : [];
      return [
        ...first,
        ...asks.flatMap((ask) => {
          const known =
            ask.id === undefined
              ? []
              : [...Array.from({ length: 4 }, () => command(ask, "amend")), command(ask, "withdraw")];
          return ask.request ? known : [nextFor(ask), repeat(ask), ...known];
        }),
      ];
    },
    restarts: () => (serving().length === 0 ? [] : asks.map(restart)),
    quietActions: () => asks.filter(({ end, request }) => !end && !request).map(nextFor),
    unfinished: () => asks.flatMap(({ name, end }) => (end ? [] : [`${name} waits for its end`])),
    connectionLost(host) {
      for (const ask of asks) if (ask.request?.host === host) hangUp(ask);
    },
    backUp() {
      const found = new Map(asks.map((ask) => [ask, ask.found]));
      return () => {
        for (const ask of asks) {
          hangUp(ask);
          delete ask.end;
          const before = found.get(ask);
          if (before !== undefined) ask.found = before;
          // The restored store has not recorded what was asked since.
          else for (const field of ["found", "id"] as const) delete ask[field];
        }
      };
    },
    dispose() {
      for (const ask of asks) hangUp(ask);
    },
  };
}

type Resolved = Extract<Event, { type: "inquiry.resolved" }>;

function questionOf(text: string) {
  const options = ["Yes", "No"].map((label, index) => ({ id: `o${index + 1}`, label }));
  return { id: "q1", text, options, multiSelect: false, ownWords: true };
}
