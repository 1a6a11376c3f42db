import { appendFileSync } from "node:fs";
import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { type AgentDefinition, defineTool, type Tool } from "@askback/server";
import * as z from "zod";
import { createPuppet } from "../support/puppet.ts";
import type { Crash } from "./crash-point.ts";

export interface Files {
  /** Gets a line for each prompt that the model is sent. */
  readonly prompts: string;
  /** Gets a line for each side effect of a tool: the id of its call. */
  readonly effects: string;
}

/** An agent whose tools leave a trace, with a crash point before and after each side effect and in each model call. */
export function createCrashingAgent(
  { prompts, effects }: Files,
  crash: Crash,
): { agent: AgentDefinition; tools: Tool[] } {
  const leaveTrace = (callId: string) => {
    crash.reach("before", "effect", callId);
    appendFileSync(effects, `${callId}\n`);
    crash.reach("after", "effect", callId);
    return `done ${callId}`;
  };
  const common = { input: z.object({}), run: (_: unknown, { callId }: { callId: string }) => leaveTrace(callId) };
  const tools = [
    defineTool({ ...common, name: "pay", description: "Must not happen twice." }),
    defineTool({ ...common, name: "look", description: "May happen again.", repeatable: true }),
  ];
  const model = crashingModel(createPuppet(prompts), crash);
  return { tools, agent: { name: "puppet", instructions: "Follow the script.", model, tools: ["pay", "look"] } };
}

function crashingModel(model: LanguageModelV4, crash: Crash): LanguageModelV4 {
  return {
    ...model,
    async doStream(options) {
      const step = options.prompt.filter(({ role }) => role === "assistant").length + 1;
      crash.reach("before", "call", step);
      await crash.hold("call", step);
      const reply = await model.doStream(options);
      return { ...reply, stream: reply.stream.pipeThrough(afterTwoWords(() => crash.hold("stream", step))) };
    },
  };
}

/** Lets a stream through, and waits for something in the middle of its text. */
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
