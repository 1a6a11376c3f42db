import { type AnswerSet, isSkipped } from "../answer.ts";
import { noteTo, pickedOptions } from "../answer-text.ts";
import type { Delivery } from "../contract.ts";
import { firstQuestion, type Inquiry } from "../inquiry.ts";
import { resolutionWords } from "../resolution-words.ts";

/** The model is reminded of what it asked and told what came of it, in the words of S2. What people typed is quoted. */
export const resumeMessageDelivery: Delivery = {
  asked: (inquiry) => ({
    status: "ok",
    text: `Question ${inquiry.id} was put to the user. This run pauses now; it goes on with the answer.`,
  }),
  resolved(inquiry, resolution) {
    if (resolution.type === "answered-in-chat") return undefined;
    const question = firstQuestion(inquiry);
    const comment = "comment" in resolution ? resolution.comment : undefined;
    const note = resolution.type === "answered" ? noteTo(question, resolution) : undefined;
    const goesOn = resolution.type !== "dismissed" && resolution.type !== "withdrawn";
    const lines = [
      `Previously you asked: ${JSON.stringify(question.text)}`,
      resolution.type === "answered"
        ? `The user responded: ${responseWords(inquiry, resolution)}`
        : resolutionWords(resolution),
      ...[note, comment].flatMap((added) => (added === undefined ? [] : [`The user added: ${JSON.stringify(added)}`])),
      ...(goesOn ? ["", "Continue from where you left off."] : []),
    ];
    return { as: "message", visibility: "model", text: lines.join("\n") };
  },
};

/** Label and value of the option where they differ, so that neither hides the other. */
function responseWords(inquiry: Inquiry, { answers: [answer] }: AnswerSet): string {
  if (!answer || isSkipped(answer)) return "nothing";
  const parts = pickedOptions(firstQuestion(inquiry), answer).map(({ label, value }) =>
    value === undefined || value === label
      ? JSON.stringify(label)
      : `${JSON.stringify(label)} (value: ${JSON.stringify(value)})`,
  );
  return [...parts, ...(answer.text === undefined ? [] : [JSON.stringify(answer.text)])].join(", ");
}
