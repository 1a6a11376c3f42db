import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import * as z from "zod";
import type { AgentDefinition } from "../runtime/agent.ts";
import { createScriptedModel, type ScriptedReply } from "../runtime/model/scripted-model.ts";
import { defineTool } from "../runtime/tool/tool.ts";
import { latestOf, shortened } from "./prompt-reading.ts";

const kinds = [
  { label: "Patch", description: "Fixes only" },
  { label: "Minor", description: "New things, nothing breaks" },
  { label: "Major", description: "Something breaks" },
];

/** Tools that do what they say, on a shelf that exists only in this demo. */
export const releaseTools = [
  defineTool({
    name: "list_demo_changes",
    description: "List what changed since the last demo release.",
    input: z.object({}),
    repeatable: true,
    run: () => "3 changes: answers can be taken back; the inbox counts again; French texts corrected.",
  }),
  defineTool({
    name: "publish_demo_release",
    description: "Publish a demo release. Nothing leaves this machine.",
    input: z.object({ kind: z.string(), notes: z.string() }),
    run: ({ kind }) => `Published as a ${kind.toLowerCase()} release on the demo shelf; nothing has left this machine.`,
  }),
];

/** A demo agent that asks by `question`, and may not publish unless a person allows it. */
export const releaseManager: AgentDefinition = {
  name: "release-manager",
  instructions: "You prepare releases. Ask what kind of release it is, then publish it.",
  model: createScriptedModel("release-manager", (prompt) => reply(prompt)),
  tools: ["question", "list_demo_changes", "publish_demo_release"],
  approve: ["publish_demo_release"],
};

function reply(prompt: LanguageModelV4Prompt): ScriptedReply {
  const { results, message } = latestOf(prompt);
  const published = results.get("publish_demo_release");
  if (published !== undefined)
    return {
      text: message === undefined ? published : `${published}\nAbout “${shortened(message)}”: tell me what to release.`,
    };
  const changes = results.get("list_demo_changes");
  if (changes !== undefined) return askForKind(changes);
  if (results.has("question")) return publish(message);
  return { text: "I look at what changed first.", calls: [{ name: "list_demo_changes", input: {} }] };
}

function askForKind(changes: string): ScriptedReply {
  const input = { header: "Release", question: "What kind of release is this?", options: kinds };
  return { text: changes, calls: [{ name: "question", input }] };
}

function publish(answer: string | undefined): ScriptedReply {
  if (answer === undefined || answer.startsWith("About your question"))
    return { text: "Then nothing is released. Write to me when you know what kind of release it is." };
  const input = { kind: answer.split("\n")[0] ?? answer, notes: "Answers can be taken back; the inbox counts again." };
  return { text: `I would publish it as: ${shortened(answer)}.`, calls: [{ name: "publish_demo_release", input }] };
}
