import type { Delivery } from "../contracts/contract.ts";
import { type AnswerSet, isSkipped } from "../model/answer.ts";
import { firstQuestion } from "../model/inquiry.ts";
import { answerText, questionNote } from "./answer-text.ts";
import { resolutionText, standingText } from "./resolution-text.ts";

/** An answer becomes the next message of its author; any other resolution is told to the model alone. */
export function userMessageDelivery(join: string): Delivery {
  return {
    asked: () => ({ status: "ok", text: "Asked. The user's next message is the answer." }),
    resolved(inquiry, resolution) {
      if (resolution.type === "answered-in-chat") return undefined;
      if (resolution.type === "answered") {
        const lines = [
          answerText(inquiry, withoutFiles(resolution), join),
          questionNote(firstQuestion(inquiry), resolution),
          resolution.comment,
          resolution.standing === undefined ? undefined : `(${standingText})`,
        ];
        return { as: "message", text: lines.filter((line) => line !== undefined).join("\n") };
      }
      const comment = "comment" in resolution ? resolution.comment : undefined;
      const words = [
        `About your question ${JSON.stringify(firstQuestion(inquiry).text)}: ${resolutionText(resolution)}`,
        ...(comment === undefined ? [] : [`The user added: ${JSON.stringify(comment)}`]),
      ];
      return { as: "message", visibility: "model", text: words.join("\n") };
    },
  };
}

/** The files are parts of the message, so its text does not name them. */
function withoutFiles({ answers }: AnswerSet): AnswerSet {
  return { answers: answers.map((answer) => (isSkipped(answer) ? answer : { ...answer, files: undefined })) };
}
