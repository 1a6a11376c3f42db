import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import * as z from "zod";
import type { AgentDefinition } from "../runtime/agent.ts";
import { createScriptedModel, type ScriptedReply } from "../runtime/model/scripted-model.ts";
import { defineTool } from "../runtime/tool/tool.ts";
import { readLatestTurn, shorten } from "./read-prompt.ts";

const kinds = [
  { label: "Patch", description: "Fixes only" },
  { label: "Minor", description: "New things, nothing breaks" },
  { label: "Major", description: "Something breaks" },
];

/** Tools whose effect exists only in this demo. */
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
    present: {
      title: ({ kind }) => `Publish a ${kind.toLowerCase()} release?`,
      fields: [
        { label: "Kind", value: "{kind}" },
        { label: "Notes", value: "{notes}" },
      ],
    },
    run: ({ kind }) => `Published as a ${kind.toLowerCase()} release on the demo shelf; nothing has left this machine.`,
  }),
];

/** A demo agent that asks by `question`, and may not publish unless a person allows it. */
export const releaseManager: AgentDefinition = {
  name: "release-manager",
  description: "Prepares a release and publishes it only when you allow it.",
  avatar: { hue: 150 },
  examples: ["Release what is ready", "Prepare the next version"],
  demo: true,
  instructions: "You prepare releases. Ask what kind of release it is, then publish it.",
  model: createScriptedModel("release-manager", (prompt) => reply(prompt)),
  tools: ["question", "list_demo_changes", "publish_demo_release"],
  approve: [{ tool: "publish_demo_release", remember: ["kind"] }],
};

function reply(prompt: LanguageModelV4Prompt): ScriptedReply {
  const { results, message } = readLatestTurn(prompt);
  const published = results.get("publish_demo_release");
  if (published !== undefined)
    return {
      text: message === undefined ? published : `${published}\nAbout “${shorten(message)}”: tell me what to release.`,
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
  return { text: `I would publish it as: ${shorten(answer)}.`, calls: [{ name: "publish_demo_release", input }] };
}
