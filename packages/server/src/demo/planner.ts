import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { AgentDefinition } from "../runtime/agent.ts";
import { createScriptedModel, type ScriptedReply } from "../runtime/model/scripted-model.ts";
import { lastMessage, latestOf, shortened } from "./prompt-reading.ts";

const questions = [
  {
    question: "Which kind of trip do you have in mind?",
    header: "Trip",
    options: [
      { label: "City", description: "Museums, cafés, walking" },
      { label: "Mountains", description: "Huts, trails, early mornings" },
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

/** The demo agent: it needs no key, asks two questions, and plans with what it is told. */
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
      calls: [{ name: "ask_user_question", input: { questions } }],
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
