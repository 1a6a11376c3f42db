import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Command, Conversation, Event } from "@askback/core";
import { onTestFinished } from "vitest";
import * as z from "zod";
import { createMemoryStore } from "../../store/memory-store.ts";
import type { Store } from "../../store/store.ts";
import { createTurnableClock, type TurnableClock } from "../../store/testing/turnable-clock.ts";
import { type AgentDefinition, termsOf } from "../agent.ts";
import { createLiveTexts } from "../live-text.ts";
import { createModelByName } from "../model/model-by-name.ts";
import { createScriptedModel, type ScriptedReply } from "../model/scripted-model.ts";
import { createRuntime, type Runtime, type RuntimeOptions } from "../runtime.ts";
import { defineTool } from "../tool/tool.ts";
import { createToolbox } from "../tool/toolbox.ts";
import { createExchange, type Exchange } from "./exchange.ts";

interface ModelCall {
  readonly prompt: LanguageModelV4Prompt;
  readonly signal: AbortSignal | undefined;
}

interface ToolRun {
  readonly callId: string;
  readonly signal: AbortSignal;
}

/** Runtimes over one memory store and one clock that is turned by hand; the test plays the model and the tools. */
export interface Workshop {
  readonly store: Store;
  readonly clock: TurnableClock;
  readonly model: Exchange<ModelCall, ScriptedReply>;
  readonly tool: Exchange<ToolRun, string>;
  /** Errors that runtimes reported, with the conversation they concern. */
  readonly failures: readonly { readonly conversationId: string | undefined; readonly error: unknown }[];
  /** A runtime at work, as another process would have it; it is stopped when the test ends. */
  open(options?: Partial<RuntimeOptions>): Runtime;
  /** A command by Ana, now. */
  command(wish: Wish): Command;
  /** Waits until the conversation is so. */
  until(conversationId: string, isSo: (conversation: Conversation) => boolean): Promise<Conversation>;
  log(conversationId: string): Promise<readonly Event[]>;
}

type Wish =
  | { readonly type: "start"; readonly conversationId: string; readonly message?: string }
  | { readonly type: "send-message"; readonly text: string }
  | { readonly type: "answer"; readonly inquiryId: string; readonly holdMs?: number }
  | { readonly type: "stop" | "retry" | "resume" };

/** `once` must not happen twice, `again` may. */
export const calls = {
  once: { id: "call_once", name: "once", input: {} },
  again: { id: "call_again", name: "again", input: {} },
  ask: {
    id: "call_ask",
    name: "ask_user_question",
    input: { questions: [{ question: "Which one?", options: [{ label: "This" }, { label: "That" }] }] },
  },
} as const;

export function createWorkshop(agentOptions: Partial<AgentDefinition> = {}): Workshop {
  const clock = createTurnableClock();
  const store = createMemoryStore({ clock });
  const model = createExchange<ModelCall, ScriptedReply>();
  const tool = createExchange<ToolRun, string>();
  const failures: { conversationId: string | undefined; error: unknown }[] = [];
  const agent: AgentDefinition = {
    name: "tester",
    instructions: "",
    model: createScriptedModel("tester", (prompt, { abortSignal }) =>
      model.ask({ prompt, signal: abortSignal }, abortSignal),
    ),
    tools: ["once", "again"],
    ...agentOptions,
  };
  const common = {
    description: "Does what the test says.",
    input: z.object({}),
    run: (_: unknown, { callId, signal }: ToolRun) => tool.ask({ callId, signal }, signal),
  };
  const tools = [defineTool({ ...common, name: "once" }), defineTool({ ...common, name: "again", repeatable: true })];

  return {
    store,
    clock,
    model,
    tool,
    failures,
    open(options = {}) {
      const runtime = createRuntime({
        store,
        clock,
        agents: new Map([[agent.name, agent]]),
        toolbox: createToolbox(tools, []),
        modelByName: createModelByName({}),
        liveTexts: createLiveTexts(),
        // Nothing happens by itself in the time of a test, unless the test says so.
        leaseMs: 600_000,
        pollMs: 600_000,
        failed: (conversationId, error) => failures.push({ conversationId, error }),
        ...options,
      });
      runtime.start();
      onTestFinished(() => runtime.stop(0));
      return runtime;
    },
    command: (wish) => ({ ...commandOf(wish, agent), by: "ana", at: clock.now() }) as Command,
    async until(conversationId, isSo) {
      const { promise, resolve, reject } = Promise.withResolvers<Conversation>();
      const look = async () => {
        const stored = await store.load(conversationId);
        if (stored && isSo(stored.conversation)) resolve(stored.conversation);
      };
      const stop = store.onCommitted(() => void look().catch(reject));
      void look().catch(reject);
      return promise.finally(stop);
    },
    async log(conversationId) {
      const recorded = await store.events({ after: 0, limit: 1_000, conversationIds: [conversationId] });
      return recorded.map(({ event }) => event);
    },
  };
}

function commandOf(wish: Wish, agent: AgentDefinition) {
  const terms = termsOf(agent);
  switch (wish.type) {
    case "start":
      return { agent: agent.name, terms, ...wish };
    case "send-message":
      return { separate: false, terms, ...wish };
    case "answer":
      return { set: { answers: [{ question: "q1", options: ["o1"] }] }, ...wish };
    case "stop":
      return wish;
    case "retry":
    case "resume":
      return { terms, ...wish };
  }
}
