import { expect } from "vitest";
import type { PromptMessage } from "../../providers/protocol/protocol.ts";

/** The messages that deliver an answer to the model under a contract. */
export function expectedDelivery(
  contract: string,
  id: string,
  question: string,
  label: string,
): readonly PromptMessage[] {
  const asked: PromptMessage = { role: "result", id, text: expect.stringMatching(/^(Question|Asked|The question)/) };
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
