import { type AnswerSet, isSkipped } from "../answer.ts";
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
      if (resolution.type === "answered") {
        if (isAllowed(resolution)) return { as: "permission" };
        return { as: "result", status: "not-run", text: refusedWords(inquiry, resolution) };
      }
      const words = wordsOf(resolution);
      return { as: "result", status: "not-run", text: `Not run: it needed the user's approval. ${words}` };
    },
  },
};

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

function isAllowed({ answers: [answer] }: AnswerSet): boolean {
  return answer !== undefined && !isSkipped(answer) && answer.options?.[0] === allow.id;
}

function refusedWords(inquiry: Inquiry, set: AnswerSet): string {
  const reasons = [noteTo(firstQuestion(inquiry), set), set.comment].filter((reason) => reason !== undefined);
  const why = reasons.length > 0 ? ` Their reason: ${reasons.join("\n")}` : "";
  return `Not run: the user refused this call.${why}`;
}
