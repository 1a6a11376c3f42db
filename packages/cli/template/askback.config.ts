import { createScriptedModel, defineConfig } from "askback";

const questions = [
  {
    question: "Where would you like to go?",
    header: "Where",
    options: [
      { label: "The sea", description: "Swimming and long evenings" },
      { label: "The mountains", description: "Walking and early mornings" },
    ],
  },
];

// A script needs no key. For a real model write model: "anthropic/claude-sonnet-4-5" below, or openai/..., google/...,
// ollama/..., and set its key, here ANTHROPIC_API_KEY.
const model = createScriptedModel("guide", (prompt) =>
  prompt.some(({ role }) => role === "tool")
    ? { text: "Good. A real model would plan on from your answer." }
    : { text: "One question first.", calls: [{ name: "ask_user_question", input: { questions } }] },
);

export default defineConfig({
  agents: [
    {
      name: "guide",
      description: "Plans a trip with you.",
      examples: ["A weekend in May"],
      instructions: "You plan trips. Ask before you decide what is the person's to decide.",
      model,
    },
  ],
});
