import { answerText, noteTo } from "../answer-text.ts";
import type { Delivery } from "../contract.ts";
import { firstQuestion } from "../inquiry.ts";
import { resolutionWords } from "../resolution-words.ts";

/** An answer becomes the next message of who gave it, as if they had typed it; anything else only the model is told. */
export function userMessageDelivery(join: string): Delivery {
  return {
    asked: () => ({ status: "ok", text: "Asked. The user's next message is the answer." }),
    resolved(inquiry, resolution) {
      if (resolution.type === "answered-in-chat") return undefined;
      if (resolution.type === "answered") {
        const lines = [
          answerText(inquiry, resolution, join),
          noteTo(firstQuestion(inquiry), resolution),
          resolution.comment,
        ];
        return { as: "message", text: lines.filter((line) => line !== undefined).join("\n") };
      }
      const comment = "comment" in resolution ? resolution.comment : undefined;
      const words = [
        `About your question ${JSON.stringify(firstQuestion(inquiry).text)}: ${resolutionWords(resolution)}`,
        ...(comment === undefined ? [] : [`The user added: ${JSON.stringify(comment)}`]),
      ];
      return { as: "message", visibility: "model", text: words.join("\n") };
    },
  };
}
