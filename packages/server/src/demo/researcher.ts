import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { AgentDefinition } from "../runtime/agent.ts";
import { createScriptedModel, type ScriptedReply } from "../runtime/model/scripted-model.ts";
import { readLastMessage, readLatestTurn, shorten } from "./read-prompt.ts";

const sides = ["Costs", "Risks", "Alternatives"];
const questions = [
  {
    question: "Which sides should I look at?",
    header: "Sides",
    options: sides.map((label) => ({ label })),
    multiSelect: true,
  },
  {
    question: "How long may the summary be?",
    header: "Length",
    options: [{ label: "A line" }, { label: "A page" }],
    multiSelect: false,
  },
];

/** A demo agent that asks by `AskUserQuestion`, spawns sub-agents, and keeps a list of todos. */
export const researcher: AgentDefinition = {
  name: "researcher",
  description: "Looks at several sides of a subject at once and sums them up.",
  avatar: { hue: 330 },
  examples: ["Should we move to the sea?", "Four days of work a week"],
  demo: true,
  instructions: "You research a subject: ask which sides matter, let readers work on each, then sum up.",
  model: createScriptedModel("researcher", (prompt) => reply(prompt)),
  tools: ["AskUserQuestion", "update_todos"],
  spawn: ["reader"],
};

/** The researcher's sub-agent. */
export const reader: AgentDefinition = {
  name: "reader",
  description: "Reads about one side of a subject for the researcher.",
  demo: true,
  instructions: "You read about one side of a subject and report in a few lines.",
  model: createScriptedModel("reader", (prompt) => ({
    text: `${readLastMessage(prompt) ?? ""}: nothing here speaks against it.`,
  })),
  ask: false,
};

function reply(prompt: LanguageModelV4Prompt): ScriptedReply {
  const { results, message } = readLatestTurn(prompt);
  const read = results.get("spawn_agents");
  if (read !== undefined) return sumUp(read);
  if (results.has("AskUserQuestion")) return startReaders(message ?? "");
  if (results.has("update_todos")) {
    const isDone = todosOf(prompt).every(({ status }) => status === "completed");
    return isDone
      ? { text: "That is all. Ask me about something else." }
      : { calls: [{ name: "AskUserQuestion", input: { questions } }] };
  }
  return {
    text: `I will look into “${shorten(message ?? "")}”.`,
    calls: [listOf("in_progress", "pending", "pending")],
  };
}

function startReaders(context: string): ScriptedReply {
  const wanted = sides.filter((side) => context.includes(side));
  const chosen = wanted.length > 0 ? wanted : sides;
  return {
    text: `I let ${chosen.length} readers work on: ${chosen.join(", ")}.`,
    calls: [
      listOf("completed", "in_progress", "pending"),
      { name: "spawn_agents", input: { agents: chosen.map((task) => ({ agent: "reader", task })) } },
    ],
  };
}

function sumUp(results: string): ScriptedReply {
  const reports = reportsOf(results).map((report) => `- ${report}`);
  return {
    text: ["What the readers found:", ...reports].join("\n"),
    calls: [listOf("completed", "completed", "completed")],
  };
}

function reportsOf(results: string): readonly string[] {
  try {
    const parsed = JSON.parse(results) as readonly { readonly result?: string; readonly error?: string }[];
    return parsed.map(({ result, error }) => result ?? error ?? "no report");
  } catch {
    return [results];
  }
}

type Status = "pending" | "in_progress" | "completed";

function listOf(ask: Status, read: Status, sum: Status) {
  const todos = [
    { content: "Ask which sides matter", status: ask },
    { content: "Let readers work on each", status: read },
    { content: "Sum up", status: sum },
  ];
  return { name: "update_todos", input: { todos } };
}

/** The todos of the last call. */
function todosOf(prompt: LanguageModelV4Prompt): readonly { readonly status: Status }[] {
  const calls = prompt.flatMap((message) => (message.role === "assistant" ? message.content : []));
  const last = calls.findLast((part) => part.type === "tool-call" && part.toolName === "update_todos");
  return last?.type === "tool-call" ? (last.input as { todos: { status: Status }[] }).todos : [];
}
