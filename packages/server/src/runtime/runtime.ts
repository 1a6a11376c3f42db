import { randomUUID } from "node:crypto";
import {
  type Command,
  type Conversation,
  dueAt,
  type Effect,
  type Event,
  interruptedResult,
  type Result,
} from "@askback/core";
import type { Clock } from "../clock.ts";
import type { Claim, Store } from "../store/store.ts";
import type { AgentDefinition } from "./agent.ts";
import { callModel, type ModelCaller } from "./call-model.ts";
import type { LiveTexts } from "./live-text.ts";
import type { ModelByName } from "./model/model-by-name.ts";
import { type Performed, type PerformOptions, perform, type Unperformed } from "./perform.ts";
import { resultWithoutRunning, runTool } from "./run-tool.ts";
import type { Toolbox } from "./tool/toolbox.ts";
import { createWorker } from "./worker.ts";

export interface RuntimeOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly agents: ReadonlyMap<string, AgentDefinition>;
  readonly toolbox: Toolbox;
  readonly modelByName: ModelByName;
  readonly liveTexts: LiveTexts;
  readonly cap?: number;
  readonly leaseMs?: number;
  readonly pollMs?: number;
  failed(conversationId: string | undefined, error: unknown): void;
  /** Told of every commit of this process. */
  recorded?(events: readonly Event[]): void;
}

/** Grants commands and drives the conversations that they set in motion. */
export interface Runtime {
  perform(
    conversationId: string,
    command: Command,
    options?: Pick<PerformOptions, "reply">,
  ): Promise<Result<Performed, Unperformed>>;
  start(): void;
  stop(graceMs: number): Promise<void>;
  readonly inWork: number;
}

export function createRuntime(options: RuntimeOptions): Runtime {
  const { store, clock, agents, toolbox, cap = 256, leaseMs = 15_000, pollMs = 1_000, failed } = options;
  const caller: ModelCaller = { ...options, toolsOf: ({ tools = [] }) => toolbox.select(tools) };

  async function* carryOut(
    conversation: Conversation,
    effect: Effect,
    key: string,
    signal: AbortSignal,
  ): AsyncGenerator<Command> {
    const agent = agents.get(conversation.agent);
    switch (effect.type) {
      case "call-model": {
        if (conversation.status !== "thinking") return;
        if (!agent) return yield missingAgent(conversation.agent, key, clock.now());
        return yield await callModel(caller, { agent, conversation, effect, effectKey: key, signal });
      }
      case "run-tool": {
        const tools = agent ? caller.toolsOf(agent) : undefined;
        const finish = (result: Extract<Command, { type: "finish-tool" }>["result"]): Command => ({
          type: "finish-tool",
          effect: key,
          at: clock.now(),
          result,
        });
        if (!tools) return yield finish(effect.interrupted ? interruptedResult : unconfiguredResult);
        const known = resultWithoutRunning(effect, tools);
        if (known) return yield finish(known);
        yield { type: "start-tool", effect: key, at: clock.now() };
        const tool = tools.find(({ name }) => name === effect.call.name);
        if (tool) yield finish(await runTool(tool, effect.call, { conversationId: conversation.id, signal }));
      }
    }
  }

  const worker = createWorker({
    store,
    clock,
    owner: randomUUID(),
    leaseMs,
    cap,
    pollMs,
    failed,
    driver: {
      carryOut,
      async perform(id, command, how) {
        const performed = await perform(store, id, command, how);
        if (performed.ok && performed.value.projection) recorded(performed.value);
        return performed;
      },
      load: (id) => store.load(id),
      release: (id, epoch) => store.release(id, epoch),
    },
  });

  function recorded({ conversation, epoch, events }: Performed): void {
    options.recorded?.(events);
    const due = dueAt(conversation);
    if (epoch === undefined && due !== undefined) worker.expect(conversation.id, due);
  }

  return {
    async perform(conversationId, command, how = {}) {
      const place = worker.reserve();
      let claimed: Claim | undefined;
      try {
        const options = { ...how, ...(place && { claim: place.lease }) };
        const performed = await perform(store, conversationId, command, options);
        if (!performed.ok || !performed.value.projection) return performed;
        const { conversation, version, epoch } = performed.value;
        recorded(performed.value);
        worker.notice(conversation);
        if (epoch !== undefined) claimed = { conversation, version, epoch, now: clock.now(), expired: false };
        return performed;
      } finally {
        place?.fill(claimed);
      }
    },
    start: worker.start,
    stop: worker.stop,
    get inWork() {
      return worker.inWork;
    },
  };
}

const unconfiguredResult = { status: "not-run", text: "Not run: this agent is not configured any more." } as const;

function missingAgent(agent: string, effect: string, at: number): Command {
  const message = `the agent "${agent}" is not in the configuration any more: add it again and retry`;
  return { type: "record-failure", effect, at, error: { message, retryable: false }, retryAt: at };
}
