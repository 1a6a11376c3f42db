import type { Delivery } from "../contracts/contract.ts";
import type { AnswerSet } from "../model/answer.ts";
import type { Todo } from "../model/conversation.ts";
import type { Inquiry } from "../model/inquiry.ts";
import type { Resolution } from "../model/resolution.ts";
import { questionAnswerText, questionNote } from "./answer-text.ts";
import { resolutionText, standingText } from "./resolution-text.ts";

/** The model reads the answers and the todos as context, which people do not see; every text in it is escaped. */
export function resumeContextDelivery(join: string): Delivery {
  return {
    asked: () => ({
      status: "ok",
      text: "The question is shown to the user. The session stops here and resumes with the answer, however long that takes.",
    }),
    resolved(inquiry, resolution, todos) {
      const lines = [
        "Previous execution paused waiting for user input.",
        ...outcomeLines(inquiry, resolution, join),
        ...(todos.length > 0 ? ["Todo state at pause:", ...todos.map(todoLine)] : []),
      ];
      return {
        as: "message",
        visibility: "model",
        text: ["<resume-context>", ...lines, "</resume-context>"].join("\n"),
      };
    },
  };
}

function outcomeLines(inquiry: Inquiry, resolution: Resolution, join: string): string[] {
  const comment = "comment" in resolution && resolution.comment !== undefined ? [resolution.comment] : [];
  return [
    ...(resolution.type === "answered"
      ? [
          "User answered the following questions:",
          ...answerLines(inquiry, resolution, join),
          ...(resolution.standing === undefined ? [] : [standingText]),
        ]
      : [...inquiry.questions.map(({ text }) => `  Q: ${escapeText(text)}`), resolutionText(resolution)]),
    ...comment.map((text) => `Additional comments: ${escapeText(text)}`),
  ];
}

function answerLines(inquiry: Inquiry, set: AnswerSet, join: string): string[] {
  return inquiry.questions.flatMap((question) => {
    const note = questionNote(question, set);
    return [
      `  Q: ${escapeText(question.text)}`,
      `  A: ${escapeText(questionAnswerText(question, set, join))}`,
      ...(note === undefined ? [] : [`  Note: ${escapeText(note)}`]),
    ];
  });
}

const icons: Readonly<Record<Todo["status"], string>> = { completed: "✓", in_progress: "→", pending: "○" };

function todoLine({ content, status }: Todo): string {
  return `  ${icons[status]} ${escapeText(content)} [${status}]`;
}

/** Escapes a text so that it can neither end the context nor look like a line of it. */
function escapeText(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/\r\n?|[\n\v\f\u0085\u2028\u2029]/g, "\n     ");
}
