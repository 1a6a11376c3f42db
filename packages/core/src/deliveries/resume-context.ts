import type { AnswerSet } from "../answer.ts";
import { answerTextTo, noteTo } from "../answer-text.ts";
import type { Delivery } from "../contract.ts";
import type { Inquiry } from "../inquiry.ts";
import type { Resolution } from "../resolution.ts";
import { resolutionWords } from "../resolution-words.ts";
import type { Todo } from "../todo.ts";

/** The state at the pause, the answers and the todos, for the model alone; every text in it is escaped. */
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
      ? ["User answered the following questions:", ...answerLines(inquiry, resolution, join)]
      : [...inquiry.questions.map(({ text }) => `  Q: ${escaped(text)}`), resolutionWords(resolution)]),
    ...comment.map((text) => `Additional comments: ${escaped(text)}`),
  ];
}

function answerLines(inquiry: Inquiry, set: AnswerSet, join: string): string[] {
  return inquiry.questions.flatMap((question) => {
    const note = noteTo(question, set);
    return [
      `  Q: ${escaped(question.text)}`,
      `  A: ${escaped(answerTextTo(question, set, join))}`,
      ...(note === undefined ? [] : [`  Note: ${escaped(note)}`]),
    ];
  });
}

const icons: Readonly<Record<Todo["status"], string>> = { completed: "✓", in_progress: "→", pending: "○" };

function todoLine({ content, status }: Todo): string {
  return `  ${icons[status]} ${escaped(content)} [${status}]`;
}

/** Nothing typed can end the context or look like a line of it. */
function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/\r\n?|[\n\v\f\u0085\u2028\u2029]/g, "\n     ");
}
