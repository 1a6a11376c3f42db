import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { AgentDefinition } from "../runtime/agent.ts";
import { createScriptedModel, type ScriptedReply } from "../runtime/model/scripted-model.ts";
import { readLastMessage, readLatestTurn, shorten } from "./read-prompt.ts";

const context = [
  "I have looked at **three** ways to spend three days. What differs:",
  "",
  "| | City | Mountains | Sea |",
  "|---|---|---|---|",
  "| Travel | 2 h by train | 4 h, last hour by bus | 3 h by train |",
  "| Weather | does not matter | must be dry | should be warm |",
].join("\n");

const dayInTheCity = [
  "**A day in the city**",
  "",
  "1. Breakfast at the market hall",
  "2. The old harbour, on foot",
  "3. *One* museum, not three",
  "4. Dinner where there is no menu",
].join("\n");

const packingForTheHut = [
  "--- packing.txt",
  "+++ packing.txt, for a night in a hut",
  "@@ -1,4 +1,5 @@",
  " toothbrush",
  "-evening shoes",
  "+walking boots",
  "+sleeping bag liner",
  " rain jacket",
  " charger",
].join("\n");

const questions = [
  {
    question: "Which kind of trip do you have in mind?",
    header: "Trip",
    options: [
      {
        label: "City",
        description: "Museums, cafés, walking",
        recommended: "it works in any weather",
        preview: { kind: "markdown", text: dayInTheCity },
      },
      {
        label: "Mountains",
        description: "Huts, trails, early mornings",
        preview: { kind: "diff", text: packingForTheHut },
      },
      { label: "Sea", description: "Beach, boats, slow days" },
    ],
    multiSelect: false,
  },
  {
    question: "What must the plan include?",
    header: "Must have",
    options: [
      { label: "Good food" },
      { label: "Time alone" },
      { label: "Something for children" },
      { label: "A day of rest" },
    ],
    multiSelect: true,
  },
];

/** A demo agent that asks two questions with context, previews and a recommendation, and plans with the answers. */
export const planner: AgentDefinition = {
  name: "planner",
  description: "Plans a short trip after two questions about what you like.",
  avatar: { hue: 266 },
  examples: ["A weekend in May", "Three days with children", "Somewhere warm, by train"],
  demo: true,
  instructions: "You plan short trips. Ask what the person wants before you plan.",
  model: createScriptedModel("planner", (prompt) => reply(prompt)),
};

function reply(prompt: LanguageModelV4Prompt): ScriptedReply {
  const { results, message } = readLatestTurn(prompt);
  const result = results.get("ask_user_question");
  const said = shorten(readLastMessage(prompt) ?? "");
  if (result === undefined)
    return {
      text: `Before I plan “${said}”, two questions.`,
      calls: [{ name: "ask_user_question", input: { context, questions } }],
    };
  const answers = parseAnswers(result);
  if (answers) return { text: toPlan(answers) };
  // A message with the result is the answer in own words.
  return {
    text:
      message === undefined
        ? `I go on without an answer. What I was told: ${result}`
        : `Thank you. I will plan by what you wrote: “${said}”.`,
  };
}

function toPlan(answers: ReadonlyMap<string, string>): string {
  const [trip, must] = questions.map(({ question }) => answers.get(question) ?? "left open");
  return [
    `Here is your plan. Kind of trip: ${trip}. It must include: ${must}.`,
    `Day 1: arrive, settle in, and an easy evening. Day 2: the heart of it (${trip}). Day 3: what mattered to you (${must}), then home.`,
  ].join("\n");
}

function parseAnswers(output: string): ReadonlyMap<string, string> | undefined {
  try {
    return new Map(Object.entries((JSON.parse(output) as { answers: Record<string, string> }).answers));
  } catch {
    return undefined;
  }
}
