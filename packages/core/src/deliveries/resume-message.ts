import type { Delivery } from "../contracts/contract.ts";
import { type AnswerSet, isSkipped } from "../model/answer.ts";
import { fileText } from "../model/file.ts";
import { firstQuestion, type Inquiry } from "../model/inquiry.ts";
import { pickedOptions, questionNote } from "./answer-text.ts";
import { resolutionText, standingText } from "./resolution-text.ts";

/** The model reads its question and the answer again, in the form of the projects API. What people typed is quoted. */
export const resumeMessageDelivery: Delivery = {
  asked: (inquiry) => ({
    status: "ok",
    text: `Question ${inquiry.id} was put to the user. This run pauses now; it goes on with the answer.`,
  }),
  resolved(inquiry, resolution) {
    if (resolution.type === "answered-in-chat") return undefined;
    const question = firstQuestion(inquiry);
    const comment = "comment" in resolution ? resolution.comment : undefined;
    const note = resolution.type === "answered" ? questionNote(question, resolution) : undefined;
    const isContinued = resolution.type !== "dismissed" && resolution.type !== "withdrawn";
    const lines = [
      `Previously you asked: ${JSON.stringify(question.text)}`,
      resolution.type === "answered"
        ? `The user responded: ${responseText(inquiry, resolution)}`
        : resolutionText(resolution),
      ...[note, comment].flatMap((added) => (added === undefined ? [] : [`The user added: ${JSON.stringify(added)}`])),
      ...(resolution.type === "answered" && resolution.standing !== undefined ? [standingText] : []),
      ...(isContinued ? ["", "Continue from where you left off."] : []),
    ];
    return { as: "message", visibility: "model", text: lines.join("\n") };
  },
};

const secretText =
  "(the handle of a secret: you cannot read it; pass the handle, exactly as it is, to a tool that needs the secret)";

/** The answer with both label and value of an option where they differ. */
function responseText(inquiry: Inquiry, { answers: [answer] }: AnswerSet): string {
  if (!answer || isSkipped(answer)) return "nothing";
  const parts = pickedOptions(firstQuestion(inquiry), answer).map(({ label, value }) =>
    value === undefined || value === label
      ? JSON.stringify(label)
      : `${JSON.stringify(label)} (value: ${JSON.stringify(value)})`,
  );
  if (answer.secret !== undefined) return `${answer.secret} ${secretText}`;
  const words = answer.text === undefined ? [] : [JSON.stringify(answer.text)];
  return [...parts, ...words, ...(answer.files ?? []).map(fileText)].join(", ");
}
