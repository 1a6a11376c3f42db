import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { APICallError } from "@ai-sdk/provider";
import type { Terms } from "@askback/core";
import { type AgentDefinition, termsOf } from "../../packages/server/src/runtime/agent.ts";
import { createScriptedModel, type ScriptedReply } from "../../packages/server/src/runtime/model/scripted-model.ts";
import type { Tool, ToolContext } from "../../packages/server/src/runtime/tool/tool.ts";
import type { CommitRecorder } from "./commit-recorder.ts";
import { type Host, SimulatedFault } from "./host.ts";
import type { Plan } from "./plan.ts";
import type { Choices } from "./script/choices.ts";
import type { SimulatedTime } from "./simulated-time.ts";

/** A call of a model or a tool, which runs until the history ends it. */
interface Task {
  readonly host: Host;
  readonly name: string;
  end(): void;
  breakOff(): void;
}

/** So few attempts that histories contain runs that failed. */
const retry = { attempts: 5 };

/** The models and tools of all servers. */
export interface ExternalWork {
  readonly tasks: readonly Task[];
  /** The terms of the agent that clients talk to. */
  readonly terms: Terms;
  agents(host: Host): ReadonlyMap<string, AgentDefinition>;
  tools(host: Host): readonly Tool[];
  /** From now on models end sooner and do not fail. */
  enterQuietPhase(): void;
  forget(host: Host): void;
  /** When a model made a call. */
  calledAt(callId: string): number | undefined;
  /** Forgets which tools ran, which a restored store does not know either. */
  forgetRuns(): void;
}

interface ExternalWorkOptions {
  readonly choices: Choices;
  readonly recorder: CommitRecorder;
  readonly time: SimulatedTime;
  /** Whether the tool that must not run twice needs an approval, whether models are always overloaded or ask more, and when inquiries expire. */
  readonly plan: Pick<Plan, "isGated" | "isModelDown" | "deadlineMs" | "hasRestores">;
  violated(what: string): void;
}

const mostTurns = 4;

export function createExternalWork({ choices, recorder, time, plan, violated }: ExternalWorkOptions): ExternalWork {
  let tasks: readonly Task[] = [];
  let isQuiet = false;
  let count = 0;
  const runs = new Map<string, number>();
  const calledAt = new Map<string, number>();
  const lead = {
    spawn: ["scout"],
    ...(plan.isGated && { approve: ["once"] }),
    ...(plan.deadlineMs > 0 && { ask: { deadlineMs: plan.deadlineMs } }),
  };

  function work<Value>(host: Host, name: string, signal: AbortSignal | undefined, result: () => Value): Promise<Value> {
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    const task: Task = {
      host,
      name,
      end() {
        try {
          resolve(result());
        } catch (error) {
          reject(error);
        }
      },
      breakOff: () => reject(new SimulatedFault(`${name} broke off`)),
    };
    tasks = [...tasks, task];
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    const forget = () => {
      tasks = tasks.filter((other) => other !== task);
    };
    promise.then(forget, forget);
    return promise;
  }

  function called(name: string, input: unknown = {}) {
    const id = `c${++count}`;
    calledAt.set(id, time.clock.now());
    return { id, name, input };
  }
  const ask = () => {
    const options = [{ label: "This" }, { label: "That" }];
    return called("ask_user_question", { questions: [{ question: `Which, for ${count}?`, options }] });
  };
  const spawn = () =>
    called("spawn_agents", {
      agents: Array.from({ length: 1 + choices.below(2) }, () => ({ agent: "scout", task: `Look ${++count}` })),
    });

  function reply(agent: string, prompt: LanguageModelV4Prompt): ScriptedReply {
    const turns = prompt.filter(({ role }) => role === "assistant").length;
    if (turns >= mostTurns || (isQuiet && !choices.oneIn(2))) return { text: "Done." };
    if (plan.isModelDown) throw overloaded();
    // An inquiry that is asked again after a restore is what the answers to the first one could hit.
    if (plan.hasRestores && agent === "lead" && choices.oneIn(2)) return { calls: [ask()] };
    switch (choices.below(agent === "scout" ? 6 : 14)) {
      case 3:
        if (isQuiet) return { text: "Done." };
        throw overloaded();
      case 4:
        return { calls: [called("once")] };
      case 5:
        return { calls: [called("again"), called("once")] };
      case 6:
        return { calls: [ask(), called("once")] };
      case 7:
        return { calls: [called("once"), ask()] };
      case 8:
      case 9:
      case 10:
        return { calls: [ask()] };
      case 11:
        return { text: "Let me see.", calls: [called("again")] };
      case 12:
      case 13:
        return { calls: [spawn()] };
      default:
        return { text: "Done." };
    }
  }

  function agent(host: Host, name: string, rest: Partial<AgentDefinition>): [string, AgentDefinition] {
    const model = createScriptedModel(name, (prompt, { abortSignal }) => {
      for (const callId of callsWithoutOneResult(prompt))
        violated(`a model was shown ${callId} without its one result`);
      return work(host, `model of ${name}`, abortSignal, () => reply(name, prompt));
    });
    return [name, { name, instructions: "", model, tools: ["once", "again"], retry, ...rest }];
  }

  function run(host: Host, name: string, { conversationId, callId, signal }: ToolContext): Promise<string> {
    const ran = (runs.get(callId) ?? 0) + 1;
    runs.set(callId, ran);
    if (name === "once" && ran > 1) violated(`the tool of ${callId} must not run twice, and did`);
    const isStarted = recorder
      .log(conversationId)
      .some((event) => event.type === "tool.started" && event.callId === callId);
    if (!isStarted) violated(`the tool of ${callId} ran before that was recorded`);
    return work(host, `${name} ${callId}`, signal, () => {
      if (choices.oneIn(5)) throw new Error("the tool has a problem");
      return "done";
    });
  }

  return {
    get tasks() {
      return tasks;
    },
    terms: termsOf({ name: "lead", instructions: "", model: "", retry, ...lead }),
    agents: (host) => new Map([agent(host, "lead", lead), agent(host, "scout", { ask: false })]),
    tools: (host) =>
      ["once", "again"].map((name) => ({
        name,
        description: "Does something.",
        inputSchema: { type: "object", properties: {} },
        repeatable: name === "again",
        run: async (_, context) => ({ ok: true, text: await run(host, name, context) }),
      })),
    enterQuietPhase() {
      isQuiet = true;
    },
    forget(host) {
      for (const task of tasks) if (task.host === host) task.breakOff();
    },
    calledAt: (callId) => calledAt.get(callId),
    forgetRuns: () => runs.clear(),
  };
}

function overloaded(): Error {
  return new APICallError({
    message: "overloaded",
    url: "",
    requestBodyValues: {},
    statusCode: 429,
    // Longer than any backoff that the runtime chooses by itself.
    responseHeaders: { "retry-after": "13" },
  });
}

function callsWithoutOneResult(prompt: LanguageModelV4Prompt): readonly string[] {
  const calls: string[] = [];
  const results: string[] = [];
  for (const { role, content } of prompt) {
    if (role !== "assistant" && role !== "tool") continue;
    for (const part of content) {
      if (part.type === "tool-call") calls.push(part.toolCallId);
      if (part.type === "tool-result") results.push(part.toolCallId);
    }
  }
  return calls.filter((id) => results.filter((other) => other === id).length !== 1);
}
