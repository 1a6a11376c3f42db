import { approval, approvalQuestion } from "../contracts/approval.ts";
import type { Acting } from "../conversation.ts";
import { derivedId } from "../id.ts";
import type { Ledger } from "./ledger.ts";

/** Whether a person must allow the call at hand before it runs. */
export function needsApproval({ run, call, allowed }: Acting): boolean {
  if (allowed) return false;
  return (run.terms.approve ?? []).some((pattern) =>
    pattern.endsWith("*") ? call.name.startsWith(pattern.slice(0, -1)) : call.name === pattern,
  );
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
