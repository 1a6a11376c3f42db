import { appendFileSync } from "node:fs";
import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { createScriptedModel, type ScriptedReply } from "@askback/server";

/**
 * A model whose lines stand in the first message of its conversation: `{"script": [reply, reply, ...]}`.
 * The reply is chosen by how many the prompt already holds, so it is the same after a crash.
 */
export function createPuppet(promptFile: string | undefined) {
  return createScriptedModel("puppet", (prompt) => {
    // One line a call; a single append is whole even when the process is killed after it.
    if (promptFile) appendFileSync(promptFile, `${JSON.stringify(prompt)}\n`);
    const spoken = prompt.filter(({ role }) => role === "assistant").length;
    return scriptOf(prompt)[spoken] ?? { text: "The script is over." };
  });
}

function scriptOf(prompt: LanguageModelV4Prompt): readonly ScriptedReply[] {
  const first = prompt.find(({ role }) => role === "user");
  const text =
    first?.role === "user" ? first.content.map((part) => (part.type === "text" ? part.text : "")).join("") : "";
  return (JSON.parse(text) as { script: readonly ScriptedReply[] }).script;
}
