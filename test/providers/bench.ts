import { randomUUID } from "node:crypto";
import {
  type Command,
  type Conversation,
  contractNames,
  type Event,
  type EventOf,
  type EventType,
} from "@askback/core";
import { onTestFinished } from "vitest";
import { type AgentDefinition, termsOf } from "../../packages/server/src/runtime/agent.ts";
import { createLiveTexts, type LiveTexts } from "../../packages/server/src/runtime/live-text.ts";
import { createModelByName, type ProviderSettings } from "../../packages/server/src/runtime/model/model-by-name.ts";
import { createRuntime } from "../../packages/server/src/runtime/runtime.ts";
import type { Tool } from "../../packages/server/src/runtime/tool/tool.ts";
import { createToolbox } from "../../packages/server/src/runtime/tool/toolbox.ts";
import { createMemoryStore } from "../../packages/server/src/store/memory-store.ts";
import type { Store } from "../../packages/server/src/store/store.ts";
import { createTurnableClock, type TurnableClock } from "../../packages/server/src/store/testing/turnable-clock.ts";
import { createMortalStore } from "./mortal-store.ts";

export interface BenchOptions {
  readonly agent: AgentDefinition;
  readonly tools?: readonly Tool[];
  readonly providers?: Readonly<Record<string, ProviderSettings>>;
  readonly store?: Store;
  readonly clock?: TurnableClock;
}

/** A runtime of this process with a clock that is turned by hand, and a person who uses it. */
export interface Bench {
  readonly store: Store;
  readonly clock: TurnableClock;
  readonly liveTexts: LiveTexts;
  start(message: string): Promise<Thread>;
  /** A conversation that was started before a crash. */
  thread(id: string): Thread;
  /** Ends this runtime as a crash would: nothing of it reaches the store any more, and its leases run out. */
  crash(options?: Partial<BenchOptions>): Promise<Bench>;
  /** Ends this runtime as soon as an event of this type is committed; gives the next one. */
  crashAfter(type: EventType, options?: Partial<BenchOptions>): Promise<Bench>;
  stop(): Promise<void>;
}

export interface Thread {
  readonly id: string;
  send(text: string, options?: { readonly separate?: boolean }): Promise<void>;
  /** Answers the open inquiry: the first option of each question. */
  answer(): Promise<void>;
  settle(how: "delegate" | "decline" | "dismiss"): Promise<void>;
  stop(): Promise<void>;
  retry(): Promise<void>;
  conversation(): Promise<Conversation>;
  /** Waits until the conversation is as it should be. */
  until(is: (conversation: Conversation) => boolean): Promise<Conversation>;
  reached<Status extends Conversation["status"]>(status: Status): Promise<Extract<Conversation, { status: Status }>>;
  events(): Promise<readonly Event[]>;
  /** Waits for the so-many-th event of a type. */
  event<Type extends EventType>(type: Type, count?: number): Promise<EventOf<Type>>;
}

const leaseMs = 60_000;
const patienceMs = 20_000;

export function createBench(options: BenchOptions): Bench {
  const { agent, tools = [], providers = {}, clock = createTurnableClock() } = options;
  const lasting = options.store ?? createMemoryStore({ clock });
  const { store, die, deathAfter } = createMortalStore(lasting);
  const liveTexts = createLiveTexts();
  let isDead = false;
  const runtime = createRuntime({
    store,
    clock,
    liveTexts,
    agents: new Map([[agent.name, agent]]),
    toolbox: createToolbox(tools, contractNames),
    modelByName: createModelByName(providers),
    leaseMs,
    pollMs: 5,
    failed(_, error) {
      if (!isDead) throw error;
    },
  });
  runtime.start();
  onTestFinished(() => runtime.stop(0));

  function thread(id: string): Thread {
    const by = "owner";
    async function perform(command: (at: number) => Command): Promise<void> {
      const done = await runtime.perform(id, command(clock.now()));
      if (!done.ok) throw new Error(`refused: ${done.error.code}`);
    }
    async function inquiryId(): Promise<string> {
      return (await self.reached("parked")).inquiry.id;
    }
    const self: Thread = {
      id,
      send: (text, { separate = false } = {}) =>
        perform((at) => ({ type: "send-message", text, separate, terms: termsOf(agent), by, at })),
      async answer() {
        const { inquiry } = await self.reached("parked");
        const answers = inquiry.questions.map(({ id: question }) => ({ question, options: ["o1"] }));
        await perform((at) => ({ type: "answer", inquiryId: inquiry.id, set: { answers }, by, at }));
      },
      async settle(type) {
        const open = await inquiryId();
        await perform((at) => ({ type, inquiryId: open, by, at }));
      },
      stop() {
        const partial = liveTexts.current(id)?.text;
        return perform((at) => ({ type: "stop", by, at, ...(partial !== undefined && { partial }) }));
      },
      retry: () => perform((at) => ({ type: "retry", terms: termsOf(agent), by, at })),
      async conversation() {
        const stored = await lasting.load(id);
        if (!stored) throw new Error(`there is no ${id}`);
        return stored.conversation;
      },
      until: (is) => eventually(lasting, async () => (is(await self.conversation()) ? self.conversation() : undefined)),
      reached: (status) => eventually(lasting, async () => atStatus(await self.conversation(), status)),
      events: async () =>
        (await lasting.events({ after: 0, limit: 10_000, conversationIds: [id] })).map(({ event }) => event),
      event: (type, count = 1) =>
        eventually(
          lasting,
          async () => nth(await self.events(), type, count) ?? unlessFailed(await self.conversation()),
        ),
    };
    return self;
  }

  async function crash(changes: Partial<BenchOptions> = {}): Promise<Bench> {
    isDead = true;
    await die();
    void runtime.stop(0);
    clock.turn(leaseMs + 1);
    return createBench({ ...options, clock, ...changes, store: changes.store ?? lasting });
  }

  return {
    store: lasting,
    clock,
    liveTexts,
    thread,
    async start(message) {
      const id = `conv_${randomUUID()}`;
      const done = await runtime.perform(id, {
        type: "start",
        conversationId: id,
        agent: agent.name,
        project: "default",
        message,
        terms: termsOf(agent),
        by: "owner",
        at: clock.now(),
      });
      if (!done.ok) throw new Error(`refused: ${done.error.code}`);
      return thread(id);
    },
    crash,
    async crashAfter(type, changes) {
      isDead = true;
      await deathAfter(({ events }) => events.some((event) => event.type === type));
      return crash(changes);
    },
    stop: () => runtime.stop(0),
  };
}

function nth<Type extends EventType>(events: readonly Event[], type: Type, count: number): EventOf<Type> | undefined {
  return events.filter((event): event is EventOf<Type> => event.type === type)[count - 1];
}

function atStatus<Status extends Conversation["status"]>(
  conversation: Conversation,
  status: Status,
): Extract<Conversation, { status: Status }> | undefined {
  return conversation.status === status
    ? (conversation as Extract<Conversation, { status: Status }>)
    : unlessFailed(conversation);
}

/** Nothing more will come of a run that failed. */
function unlessFailed(conversation: Conversation): undefined {
  if (conversation.status === "failed") throw new Error(`the run failed: ${conversation.error.message}`);
}

/** Looks after every commit, until there is something to give. */
async function eventually<Value>(store: Store, look: () => Promise<Value | undefined>): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  const check = () => {
    look().then((found) => {
      if (found !== undefined) resolve(found);
    }, reject);
  };
  const impatient = setTimeout(() => reject(new Error("it did not happen in time")), patienceMs);
  const unsubscribe = store.onCommitted(check);
  check();
  try {
    return await promise;
  } finally {
    clearTimeout(impatient);
    unsubscribe();
  }
}
