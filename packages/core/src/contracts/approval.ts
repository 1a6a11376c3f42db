import { isSkipped } from "../answer.ts";
import { noteTo } from "../answer-text.ts";
import type { Contract } from "../contract.ts";
import { firstQuestion, type Inquiry } from "../inquiry.ts";
import type { Question } from "../question.ts";
import type { Resolution } from "../resolution.ts";
import { resolutionWords } from "../resolution-words.ts";
import { err } from "../result.ts";

const allow = { id: "o1", label: "Allow once" } as const;
const refuse = { id: "o2", label: "Refuse" } as const;

/** What people are asked before a tool runs that its agent may not run alone. */
export function approvalQuestion(tool: string): Question {
  return {
    id: "q1",
    text: `May the agent run ${tool}?`,
    header: "Approval",
    options: [allow, { ...refuse, description: "It does not run; your note tells the agent why" }],
    multiSelect: false,
    ownWords: false,
  };
}

/** How a gated call is put to people. No model is offered this: the agent's definition says which tools are gated. */
export const approval: Contract = {
  name: "approval",
  description: "A person allows a tool call, or refuses it.",
  inputSchema: {},
  read: () => err("Only an agent's definition asks for approval."),
  turn: "in-order",
  goesOn: "same-run",
  join: ", ",
  delivery: {
    resolved(inquiry, resolution) {
      const remarks = remarksOn(inquiry, resolution);
      if (isAllowed(resolution))
        return {
          as: "permission",
          ...(remarks.length > 0 && {
            remark: `The user allowed ${inquiry.approval?.tool} and added: ${JSON.stringify(remarks.join("\n"))}`,
          }),
        };
      const words =
        resolution.type === "answered"
          ? "the user refused this call."
          : `it needed the user's approval. ${wordsOf(resolution)}`;
      const why = remarks.length > 0 ? ` Their reason: ${remarks.join("\n")}` : "";
      return { as: "result", status: "not-run", text: `Not run: ${words}${why}` };
    },
  },
};

/** Whether a resolution lets the call run; nothing but this does. */
export function isAllowed(resolution: Resolution): boolean {
  if (resolution.type !== "answered") return false;
  const [answer] = resolution.answers;
  return answer !== undefined && !isSkipped(answer) && answer.options?.[0] === allow.id;
}

function remarksOn(inquiry: Inquiry, resolution: Resolution): readonly string[] {
  const note = resolution.type === "answered" ? noteTo(firstQuestion(inquiry), resolution) : undefined;
  const comment = "comment" in resolution ? resolution.comment : undefined;
  return [note, comment].filter((remark) => remark !== undefined);
}

function wordsOf(resolution: Exclude<Resolution, { type: "answered" }>): string {
  switch (resolution.type) {
    case "delegated":
      return "The user did not allow it: leaving the decision to you is no leave to run it.";
    case "answered-in-chat":
      return "The user wrote a message instead, which follows: that is no leave to run it.";
    default:
      return resolutionWords(resolution);
  }
}
