import { expect, test } from "vitest";
import { type AgentDefinition, termsOf } from "./agent.ts";

const agent: AgentDefinition = { name: "worker", instructions: "Work.", model: "ollama/qwen3" };

test("[RUN-1] the terms of a run come from the definition or the defaults", () => {
  expect(termsOf(agent)).toEqual({ contract: "ask_user_question", stepLimit: 50, askLimit: 20 });
  expect(termsOf({ ...agent, stepLimit: 5, ask: { limit: 2, deadlineMs: 60_000 } })).toEqual({
    contract: "ask_user_question",
    stepLimit: 5,
    askLimit: 2,
    deadlineMs: 60_000,
  });
});
