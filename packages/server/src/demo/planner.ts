import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { AgentDefinition } from "../runtime/agent.ts";
import { createScriptedModel, type ScriptedReply } from "../runtime/model/scripted-model.ts";
import { lastMessage, latestOf, shortened } from "./prompt-reading.ts";

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

/** The demo agent: it needs no key, asks two questions with all that can be shown beside them, and plans with what it is told. */
export const planner: AgentDefinition = {
  name: "planner",
  instructions: "You plan short trips. Ask what the person wants before you plan.",
  model: createScriptedModel("planner", (prompt) => reply(prompt)),
};

function reply(prompt: LanguageModelV4Prompt): ScriptedReply {
  const { results, message } = latestOf(prompt);
  const told = results.get("ask_user_question");
  const said = shortened(lastMessage(prompt) ?? "");
  if (told === undefined)
    return {
      text: `Before I plan “${said}”, two questions.`,
      calls: [{ name: "ask_user_question", input: { context, questions } }],
    };
  const answers = answersOf(told);
  if (answers) return { text: planOf(answers) };
  // A message that came with the result is the answer in the person's own words.
  return {
    text:
      message === undefined
        ? `I go on without an answer. What I was told: ${told}`
        : `Thank you. I will plan by what you wrote: “${said}”.`,
  };
}

function planOf(answers: ReadonlyMap<string, string>): string {
  const [trip, must] = questions.map(({ question }) => answers.get(question) ?? "left open");
  return [
    `Here is your plan. Kind of trip: ${trip}. It must include: ${must}.`,
    `Day 1: arrive, settle in, and an easy evening. Day 2: the heart of it (${trip}). Day 3: what mattered to you (${must}), then home.`,
  ].join("\n");
}

function answersOf(output: string): ReadonlyMap<string, string> | undefined {
  try {
    return new Map(Object.entries((JSON.parse(output) as { answers: Record<string, string> }).answers));
  } catch {
    return undefined;
  }
}
