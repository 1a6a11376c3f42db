import { expect } from "vitest";
import type { Told } from "../providers/wire/wire.ts";

/** What the model reads of an answer, by the contract it asked under. */
export function delivered(contract: string, id: string, question: string, label: string): readonly Told[] {
  const asked: Told = { role: "result", id, text: expect.stringMatching(/^(Question|Asked|The question)/) };
  switch (contract) {
    case "ask_user_question":
      return [{ role: "result", id, text: JSON.stringify({ answers: { [question]: label } }) }];
    case "ask_user":
      return [
        asked,
        {
          role: "user",
          text: `Previously you asked: "${question}"\nThe user responded: "${label}"\n\nContinue from where you left off.`,
        },
      ];
    case "question":
      return [asked, { role: "user", text: label }];
    default:
      return [
        asked,
        { role: "user", text: expect.stringContaining(`  Q: ${question}\n  A: ${label}\n</resume-context>`) },
      ];
  }
}
