import { approval, approvalQuestion } from "../contracts/approval.ts";
import type { Acting } from "../conversation.ts";
import { derivedId } from "../id.ts";
import type { Ledger } from "./ledger.ts";

/** Whether a person must allow the call at hand before it runs. */
export function needsApproval({ run, call, allowed }: Acting): boolean {
  if (allowed) return false;
  return matchesAny(run.terms.approve ?? [], call.name);
}

/** Whether a name is one of these, or starts as one of those that end with `*`. */
export function matchesAny(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => (pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern));
}

export function noApprovalWords(name: string): string {
  return `Not run: ${name} needs a person's approval, which sub-agents cannot get.`;
}

/** Parks on an inquiry that shows the exact call. */
export function seekApproval(ledger: Ledger, { run, call, counts, id }: Acting, at: number): void {
  ledger.record({
    type: "inquiry.asked",
    at,
    runId: run.id,
    inquiry: {
      id: derivedId("inq", id, counts.inquiries + 1),
      revision: 1,
      contract: approval.name,
      callId: call.id,
      questions: [approvalQuestion(call.name)],
      approval: { tool: call.name, input: call.input },
      askedAt: at,
      ...(run.terms.deadlineMs !== undefined && { deadline: at + run.terms.deadlineMs }),
    },
  });
}
