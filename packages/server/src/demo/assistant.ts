import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { AgentDefinition } from "../runtime/agent.ts";
import { createScriptedModel, type ScriptedReply } from "../runtime/model/scripted-model.ts";
import { readLatestTurn, shorten } from "./read-prompt.ts";

/** A demo agent that asks an open question by `ask_user`. */
export const assistant: AgentDefinition = {
  name: "assistant",
  description: "Writes a short note once you have said who it is for.",
  avatar: { hue: 20 },
  examples: ["My sister's birthday", "Thank the neighbours"],
  demo: true,
  instructions: "You write short notes. Ask who the note is for before you write it.",
  model: createScriptedModel("assistant", (prompt) => reply(prompt)),
  tools: ["ask_user"],
};

function reply(prompt: LanguageModelV4Prompt): ScriptedReply {
  const { results, message = "" } = readLatestTurn(prompt);
  if (!results.has("ask_user"))
    return {
      text: `A note about “${shorten(message)}”: one thing first.`,
      calls: [{ name: "ask_user", input: { question: "Who is the note for, and what should they feel?" } }],
    };
  const response = /^The user responded: "(.*)"$/m.exec(message)?.[1] ?? message;
  return { text: `Here is the note.\n\nFor: ${response}\nI was thinking of you today. That is all; have a good week.` };
}
