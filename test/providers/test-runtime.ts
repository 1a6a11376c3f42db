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
import { createLiveTexts, type LiveTexts } from "../../packages/server/src/runtime/live-texts.ts";
import { createModelByName, type ProviderSettings } from "../../packages/server/src/runtime/model/model-by-name.ts";
import { createRuntime } from "../../packages/server/src/runtime/runtime.ts";
import type { Tool } from "../../packages/server/src/runtime/tool/tool.ts";
import { createToolbox } from "../../packages/server/src/runtime/tool/toolbox.ts";
import type { Unavailable } from "../../packages/server/src/runtime/unavailable.ts";
import type { Store } from "../../packages/server/src/store/store.ts";
import { createManualClock, type ManualClock } from "../../packages/server/src/store/testing/manual-clock.ts";
import { createMemoryStore } from "../../packages/server/src/store/testing/memory-store.ts";
import { createCrashableStore } from "./crashable-store.ts";

export interface TestRuntimeOptions {
  readonly agent: AgentDefinition;
  readonly tools?: readonly Tool[];
  readonly providers?: Readonly<Record<string, ProviderSettings>>;
  readonly store?: Store;
  readonly clock?: ManualClock;
  whyUnavailable?(): Unavailable | undefined;
  whyToolUnavailable?(): Unavailable | undefined;
}

/** A runtime in this process whose clock the test moves. */
export interface TestRuntime {
  readonly store: Store;
  readonly clock: ManualClock;
  readonly liveTexts: LiveTexts;
  start(message: string): Promise<RuntimeConversation>;
  /** A conversation that was started before a crash. */
  conversation(id: string): RuntimeConversation;
  /** Ends this runtime as a crash would: its calls to the store fail and its leases expire. Returns the next runtime. */
  crash(options?: Partial<TestRuntimeOptions>): Promise<TestRuntime>;
  /** Ends this runtime as soon as an event of this type is committed, and returns the next one. */
  crashAfter(type: EventType, options?: Partial<TestRuntimeOptions>): Promise<TestRuntime>;
  stop(): Promise<void>;
}

export interface RuntimeConversation {
  readonly id: string;
  send(text: string, options?: { readonly separate?: boolean }): Promise<void>;
  /** Answers the open inquiry: the first option of each question. */
  answer(): Promise<void>;
  resolve(how: "delegate" | "decline" | "dismiss"): Promise<void>;
  stop(): Promise<void>;
  retry(): Promise<void>;
  read(): Promise<Conversation>;
  /** Waits until the conversation matches. */
  waitUntil(is: (conversation: Conversation) => boolean): Promise<Conversation>;
  waitForStatus<Status extends Conversation["status"]>(
    status: Status,
  ): Promise<Extract<Conversation, { status: Status }>>;
  events(): Promise<readonly Event[]>;
  /** Waits for an event of a type, the first by default. */
  waitForEvent<Type extends EventType>(type: Type, count?: number): Promise<EventOf<Type>>;
}

const leaseMs = 60_000;

export function createTestRuntime(options: TestRuntimeOptions): TestRuntime {
  const { agent, tools = [], providers = {}, clock = createManualClock() } = options;
  const lasting = options.store ?? createMemoryStore({ clock });
  const { store, crashStore, crashAfterCommit } = createCrashableStore(lasting);
  const liveTexts = createLiveTexts();
  let isCrashed = false;
  const runtime = createRuntime({
    store,
    clock,
    liveTexts,
    agents: new Map([[agent.name, agent]]),
    toolbox: createToolbox(tools, contractNames),
    modelByName: createModelByName(providers),
    ...(options.whyUnavailable && { whyUnavailable: options.whyUnavailable }),
    ...(options.whyToolUnavailable && { whyToolUnavailable: options.whyToolUnavailable }),
    leaseMs,
    pollMs: 5,
    onError(_, error) {
      if (!isCrashed) throw error;
    },
  });
  runtime.start();
  onTestFinished(() => runtime.stop(0));

  function conversation(id: string): RuntimeConversation {
    const by = "owner";
    async function perform(command: (at: number) => Command): Promise<void> {
      const done = await runtime.perform(id, command(clock.now()));
      if (!done.ok) throw new Error(`refused: ${done.error.code}`);
    }
    async function inquiryId(): Promise<string> {
      return (await self.waitForStatus("parked")).inquiry.id;
    }
    const self: RuntimeConversation = {
      id,
      send: (text, { separate = false } = {}) =>
        perform((at) => ({ type: "send-message", text, separate, terms: termsOf(agent), by, at })),
      async answer() {
        const { inquiry } = await self.waitForStatus("parked");
        const answers = inquiry.questions.map(({ id: question }) => ({ question, options: ["o1"] }));
        await perform((at) => ({ type: "answer", inquiryId: inquiry.id, set: { answers }, by, at }));
      },
      async resolve(type) {
        const open = await inquiryId();
        await perform((at) => ({ type, inquiryId: open, by, at }));
      },
      stop() {
        const partial = liveTexts.current(id)?.text;
        return perform((at) => ({ type: "stop", by, at, ...(partial !== undefined && { partial }) }));
      },
      retry: () => perform((at) => ({ type: "retry", terms: termsOf(agent), by, at })),
      async read() {
        const stored = await lasting.load(id);
        if (!stored) throw new Error(`there is no ${id}`);
        return stored.conversation;
      },
      waitUntil: (is) => eventually(lasting, async () => (is(await self.read()) ? self.read() : undefined)),
      waitForStatus: (status) => eventually(lasting, async () => atStatus(await self.read(), status)),
      events: async () =>
        (await lasting.events({ after: 0, limit: 10_000, conversationIds: [id] })).map(({ event }) => event),
      waitForEvent: (type, count = 1) =>
        eventually(lasting, async () => nth(await self.events(), type, count) ?? unlessFailed(await self.read())),
    };
    return self;
  }

  async function crash(changes: Partial<TestRuntimeOptions> = {}): Promise<TestRuntime> {
    isCrashed = true;
    await crashStore();
    void runtime.stop(0);
    clock.advance(leaseMs + 1);
    return createTestRuntime({ ...options, clock, ...changes, store: changes.store ?? lasting });
  }

  return {
    store: lasting,
    clock,
    liveTexts,
    conversation,
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
      return conversation(id);
    },
    crash,
    async crashAfter(type, changes) {
      isCrashed = true;
      await crashAfterCommit(({ events }) => events.some((event) => event.type === type));
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

/** A failed run reaches no other status. */
function unlessFailed(conversation: Conversation): undefined {
  if (conversation.status === "failed") throw new Error(`the run failed: ${conversation.error.message}`);
}

/** Reads after every commit, until there is a value. */
async function eventually<Value>(store: Store, read: () => Promise<Value | undefined>): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  const check = () => {
    read().then((found) => {
      if (found !== undefined) resolve(found);
    }, reject);
  };
  const unsubscribe = store.onCommitted(check);
  check();
  try {
    return await promise;
  } finally {
    unsubscribe();
  }
}
