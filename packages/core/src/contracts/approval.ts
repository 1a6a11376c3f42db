import { questionNote } from "../deliveries/answer-text.ts";
import { resolutionText } from "../deliveries/resolution-text.ts";
import { isSkipped } from "../model/answer.ts";
import { allowOnceId } from "../model/edited-input.ts";
import { firstQuestion, type GatedCall, type Inquiry } from "../model/inquiry.ts";
import type { Question } from "../model/question.ts";
import { type Decider, neededAgreements } from "../model/quorum.ts";
import type { Resolution } from "../model/resolution.ts";
import { err } from "../model/result.ts";
import type { Contract } from "./contract.ts";

const allow = { id: allowOnceId, label: "Allow once" } as const;
const refuse = { id: "o2", label: "Refuse" } as const;

const allowAlways = {
  id: "o3",
  label: "Allow for the rest of this conversation",
  description: "Later calls like this one run without asking, until somebody revokes it",
} as const;

/** The question that people are asked before a gated tool runs. */
export function approvalQuestion(tool: string, { canRemember }: { readonly canRemember: boolean }): Question {
  return {
    id: "q1",
    text: `May the agent run ${tool}?`,
    header: "Approval",
    options: [
      allow,
      { ...refuse, description: "It does not run; your note tells the agent why" },
      ...(canRemember ? [allowAlways] : []),
    ],
    multiSelect: false,
    ownWords: false,
  };
}

/** What a program asks that runs elsewhere and has gated a call of its own. */
export function approvalAsk(call: GatedCall): Pick<Inquiry, "contract" | "questions" | "approval"> {
  return { contract: approval.name, questions: [approvalQuestion(call.tool, { canRemember: false })], approval: call };
}

/** The contract of gated calls. No model can call it: the agent's definition says which tools are gated. */
export const approval: Contract = {
  name: "approval",
  description: "A person allows a tool call, or refuses it.",
  inputSchema: {},
  read: () => err("Only an agent's definition asks for approval."),
  turn: "in-order",
  resumesIn: "same-run",
  join: ", ",
  delivery: {
    resolved(inquiry, resolution) {
      const remarks = remarksOn(inquiry, resolution);
      if (isAllowed(inquiry, resolution)) {
        const remark = inquiry.quorum ? agreedText(inquiry) : allowedText(inquiry, remarks);
        return {
          as: "permission",
          ...(pickOf(resolution) === allowAlways.id && { remembers: true }),
          ...(remark !== undefined && { remark }),
        };
      }
      const reason =
        resolution.type === "answered"
          ? "the user refused this call."
          : `it needed the user's approval. ${unallowedText(resolution)}`;
      const because = remarks.length > 0 ? ` Their reason: ${remarks.join("\n")}` : "";
      return {
        as: "result",
        status: "not-run",
        text: `Not run: ${reason}${because}${quorumText(inquiry, resolution)}`,
      };
    },
  },
};

function allowedText({ approval }: Inquiry, remarks: readonly string[]): string | undefined {
  if (remarks.length === 0) return undefined;
  return `The user allowed ${approval?.tool} and added: ${JSON.stringify(remarks.join("\n"))}`;
}

/** Names everybody who allowed the call, and what they added. */
function agreedText({ approval: call, agreements = [] }: Inquiry): string {
  const added = agreements.flatMap((agreement) => {
    const remarks = [agreement.note, agreement.comment].filter((remark) => remark !== undefined);
    return remarks.length > 0 ? [`${personText(agreement)} added: ${JSON.stringify(remarks.join("\n"))}`] : [];
  });
  return [`${agreements.map(personText).join(" and ")} allowed ${call?.tool}.`, ...added].join("\n");
}

/** Who refused a call that several people had to allow, and who had allowed it. */
function quorumText({ quorum, agreements = [] }: Inquiry, resolution: Resolution): string {
  if (!quorum) return "";
  const refused = "by" in resolution ? `\nThis was decided by ${personText(resolution)}.` : "";
  const names = agreements.map(personText).join(" and ");
  return `${refused}\nIt needed the agreement of ${neededAgreements(quorum)} people; ${names || "nobody"} had agreed.`;
}

/** A person in quotes, so that no name reads as more than a name; earlier versions recorded ids alone. */
function personText({ by, name = by, groups = [] }: Decider & { readonly by: string }): string {
  const quoted = groups.map((group) => JSON.stringify(group)).join(" and ");
  return `${JSON.stringify(name)}${quoted && ` of the group${groups.length > 1 ? "s" : ""} ${quoted}`}`;
}

/** Whether a resolution allows the call, once or for the rest of the conversation where that was offered. */
export function isAllowed({ approval }: Pick<Inquiry, "approval">, resolution: Resolution): boolean {
  const pick = pickOf(resolution);
  return pick === allow.id || (pick === allowAlways.id && approval?.remember !== undefined);
}

function pickOf(resolution: Resolution): string | undefined {
  if (resolution.type !== "answered") return undefined;
  const [answer] = resolution.answers;
  return answer === undefined || isSkipped(answer) ? undefined : answer.options?.[0];
}

function remarksOn(inquiry: Inquiry, resolution: Resolution): readonly string[] {
  const note = resolution.type === "answered" ? questionNote(firstQuestion(inquiry), resolution) : undefined;
  const comment = "comment" in resolution ? resolution.comment : undefined;
  return [note, comment].filter((remark) => remark !== undefined);
}

function unallowedText(resolution: Exclude<Resolution, { type: "answered" }>): string {
  switch (resolution.type) {
    case "delegated":
      return "The user did not allow it: leaving the decision to you is no permission to run it.";
    case "answered-in-chat":
      return "The user wrote a message instead, which follows: that is no permission to run it.";
    default:
      return resolutionText(resolution);
  }
}
