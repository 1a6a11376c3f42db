import type * as wire from "@askback/core/wire";
import { answerTo, type Form, hasReview, isAnswered, questionAt } from "./form.ts";

/** The keys that do something right now, in the order of their use. */
export function keyHints(form: Form, hasList: boolean): readonly string[] {
  const { field, inquiry } = form;
  const question = questionAt(form);
  const isSeveral = inquiry.questions.length > 1;
  if (field) {
    const enter = {
      text: hasReview(form) ? "next" : "send",
      note: "keep",
      comment: "keep",
      decline: "decline",
      delegate: "let it decide",
      dismiss: "set aside",
    };
    return [`Enter ${enter[field.kind]}`, "Ctrl+J new line", "Esc back"];
  }
  const ends = ["d decline", "y you decide", "x set aside", ...(hasList ? ["Esc list"] : []), "Ctrl+C leave"];
  if (!question) return ["Enter send", "1-9 change", "c comment", "← back", ...ends];
  return [
    ...(question.options.length > 0 ? ["↑↓ move", question.multiSelect ? "Space or 1-9 pick" : "1-9 pick"] : []),
    `Enter ${enterDoes(form, question)}`,
    ...(question.ownWords ? ["o own words"] : []),
    "n note",
    ...(isSeveral ? ["← → questions", "s skip"] : []),
    ...ends,
  ];
}

/** Enter picks before it leads on; without options it opens the field. */
function enterDoes(form: Form, question: wire.Question): string {
  const answer = answerTo(form, question);
  if (isAnswered(answer) || answer.isSkipped || question.multiSelect) return hasReview(form) ? "next" : "send";
  return question.options[form.row] ? "pick" : "write";
}
