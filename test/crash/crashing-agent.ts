import { appendFileSync } from "node:fs";
import type { LanguageModelV4, LanguageModelV4Prompt, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { type AgentDefinition, defineTool, type Tool, type ToolContext } from "@askback/server";
import * as z from "zod";
import { createPromptScriptedModel } from "../harness/server/prompt-scripted-model.ts";
import { firstMessageOf } from "../harness/server/prompts.ts";
import type { Crash } from "./crash-point.ts";

export interface Files {
  /** Gets a line for each prompt that the model is sent. */
  readonly prompts: string;
  /** Gets a line for each side effect of a tool: the id of its call. */
  readonly effects: string;
}

/** Agents whose tools record their side effects, with a crash point before and after each one and in each model call. */
export function createCrashingAgents(
  { prompts, effects }: Files,
  crash: Crash,
): { agents: AgentDefinition[]; tools: Tool[] } {
  const leaveTrace = (callId: string) => {
    crash.reach("before", "effect", callId);
    appendFileSync(effects, `${callId}\n`);
    crash.reach("after", "effect", callId);
    return `done ${callId}`;
  };
  const common = { input: z.object({}), run: (_: unknown, { callId }: ToolContext) => leaveTrace(callId) };
  const tools = [
    defineTool({ ...common, name: "pay", description: "Must not happen twice." }),
    defineTool({ ...common, name: "wire", description: "Must not happen unless a person allows it." }),
    defineTool({ ...common, name: "look", description: "May happen again.", repeatable: true }),
    defineTool({ ...common, name: "wait", description: "Ends when aborted.", repeatable: true, run: untilAborted }),
  ];
  const model = crashingModel(createPromptScriptedModel(prompts), crash);
  const agent = { instructions: "Follow the script.", model, tools: ["pay", "look"] };
  const gated = { ...agent, tools: ["pay", "look", "wait", "wire"], approve: ["wi*"] };
  const agents: AgentDefinition[] = [
    { ...agent, name: "scripted" },
    { ...agent, name: "leader", spawn: ["helper"] },
    { ...gated, name: "helper" },
    { ...gated, name: "careful" },
    { ...gated, name: "guarded", approve: [{ tool: "wi*", quorum: [{ count: 2, keys: true }] }] },
    ...["ask_user", "question", "AskUserQuestion"].map((contract) => ({ ...agent, name: contract, ask: { contract } })),
  ];
  return { tools, agents };
}

function untilAborted(_: unknown, { signal }: ToolContext): Promise<never> {
  return new Promise((_resolve, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
  );
}

function crashingModel(model: LanguageModelV4, crash: Crash): LanguageModelV4 {
  return {
    ...model,
    async doStream(options) {
      const step = stepOf(options.prompt);
      crash.reach("before", "call", step);
      await crash.hold("call", step);
      const reply = await model.doStream(options);
      return { ...reply, stream: reply.stream.pipeThrough(afterTwoWords(() => crash.hold("stream", step))) };
    },
  };
}

/** The number of the step, after the name of the sub-agent where the script has one. */
function stepOf(prompt: LanguageModelV4Prompt): string {
  const step = prompt.filter(({ role }) => role === "assistant").length + 1;
  const { as: name } = JSON.parse(firstMessageOf(prompt)) as { readonly as?: string };
  return name === undefined ? String(step) : `${name} ${step}`;
}

/** Passes a stream on, and waits in the middle of its text. */
function afterTwoWords(wait: () => Promise<void>): TransformStream<LanguageModelV4StreamPart> {
  let words = 0;
  return new TransformStream({
    async transform(part, controller) {
      if (part.type === "text-delta") words += 1;
      if (words > 2) await wait();
      controller.enqueue(part);
    },
  });
}
