import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Command, Conversation, Event, FileReference } from "@askback/core";
import { onTestFinished } from "vitest";
import * as z from "zod";
import type { Store } from "../../store/store.ts";
import { createManualClock, type ManualClock } from "../../store/testing/manual-clock.ts";
import { createMemoryStore } from "../../store/testing/memory-store.ts";
import { type AgentDefinition, termsOf } from "../agent.ts";
import { createLiveTexts } from "../live-texts.ts";
import { createModelByName } from "../model/model-by-name.ts";
import { createScriptedModel, type ScriptedReply } from "../model/scripted-model.ts";
import { createRuntime, type Runtime, type RuntimeOptions } from "../runtime.ts";
import { defineTool } from "../tool/tool.ts";
import { createToolbox } from "../tool/toolbox.ts";
import { createRequestQueue, type RequestQueue } from "./request-queue.ts";

interface ModelCall {
  readonly prompt: LanguageModelV4Prompt;
  readonly signal: AbortSignal | undefined;
}

interface ToolRun {
  readonly callId: string;
  readonly signal: AbortSignal;
}

/** Runtimes on one memory store and one manual clock; the test answers for the model and the tools. */
export interface RuntimeFixture {
  readonly agent: AgentDefinition;
  readonly store: Store;
  readonly clock: ManualClock;
  readonly model: RequestQueue<ModelCall, ScriptedReply>;
  readonly tool: RequestQueue<ToolRun, string>;
  /** Errors that runtimes reported, with the conversation they concern. */
  readonly failures: readonly { readonly conversationId: string | undefined; readonly error: unknown }[];
  /** Starts a runtime, like another process; it is stopped when the test ends. */
  startRuntime(options?: Partial<RuntimeOptions>): Runtime;
  /** A command by Ana, now. */
  command(input: CommandInput): Command;
  /** Waits until the condition holds. */
  until(conversationId: string, condition: (conversation: Conversation) => boolean): Promise<Conversation>;
  log(conversationId: string): Promise<readonly Event[]>;
}

type CommandInput =
  | {
      readonly type: "start";
      readonly conversationId: string;
      readonly message?: string;
      readonly files?: readonly FileReference[];
    }
  | { readonly type: "send-message"; readonly text: string }
  | { readonly type: "answer"; readonly inquiryId: string; readonly holdMs?: number; readonly option?: string }
  | { readonly type: "stop" | "retry" | "resume" };

/** `once` must not run twice, `repeatable` may. */
export const calls = {
  once: { id: "call_once", name: "once", input: {} },
  repeatable: { id: "call_repeatable", name: "repeatable", input: {} },
  ask: {
    id: "call_ask",
    name: "ask_user_question",
    input: { questions: [{ question: "Which one?", options: [{ label: "This" }, { label: "That" }] }] },
  },
} as const;

export function createRuntimeFixture(agentOptions: Partial<AgentDefinition> = {}): RuntimeFixture {
  const clock = createManualClock();
  const store = createMemoryStore({ clock });
  const model = createRequestQueue<ModelCall, ScriptedReply>();
  const tool = createRequestQueue<ToolRun, string>();
  const failures: { conversationId: string | undefined; error: unknown }[] = [];
  const agent: AgentDefinition = {
    name: "tester",
    instructions: "",
    model: createScriptedModel("tester", (prompt, { abortSignal }) =>
      model.request({ prompt, signal: abortSignal }, abortSignal),
    ),
    tools: ["once", "repeatable"],
    ...agentOptions,
  };
  const common = {
    description: "Returns what the test answers.",
    input: z.object({}),
    run: (_: unknown, { callId, signal }: ToolRun) => tool.request({ callId, signal }, signal),
  };
  const tools = [
    defineTool({ ...common, name: "once" }),
    defineTool({ ...common, name: "repeatable", repeatable: true }),
  ];

  return {
    agent,
    store,
    clock,
    model,
    tool,
    failures,
    startRuntime(options = {}) {
      const runtime = createRuntime({
        store,
        clock,
        agents: new Map([[agent.name, agent]]),
        toolbox: createToolbox(tools, []),
        modelByName: createModelByName({}),
        liveTexts: createLiveTexts(),
        // Leases and polls do not come into play unless a test shortens them.
        leaseMs: 600_000,
        pollMs: 600_000,
        onError: (conversationId, error) => failures.push({ conversationId, error }),
        ...options,
      });
      runtime.start();
      onTestFinished(() => runtime.stop(0));
      return runtime;
    },
    command: (input) => ({ ...toCommand(input, agent), by: "ana", at: clock.now() }) as Command,
    async until(conversationId, condition) {
      const { promise, resolve, reject } = Promise.withResolvers<Conversation>();
      const check = async () => {
        const stored = await store.load(conversationId);
        if (stored && condition(stored.conversation)) resolve(stored.conversation);
      };
      const stop = store.onCommitted(() => void check().catch(reject));
      void check().catch(reject);
      return promise.finally(stop);
    },
    async log(conversationId) {
      const recorded = await store.events({ after: 0, limit: 1_000, conversationIds: [conversationId] });
      return recorded.map(({ event }) => event);
    },
  };
}

function toCommand(input: CommandInput, agent: AgentDefinition) {
  const terms = termsOf(agent);
  switch (input.type) {
    case "start":
      return { agent: agent.name, terms, ...input };
    case "send-message":
      return { separate: false, terms, ...input };
    case "answer": {
      const { option = "o1", ...answer } = input;
      return { set: { answers: [{ question: "q1", options: [option] }] }, ...answer };
    }
    case "stop":
      return input;
    case "retry":
    case "resume":
      return { terms, ...input };
  }
}
