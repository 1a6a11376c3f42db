import type { Told } from "../contract.ts";
import { contractNamed } from "../contracts/contract-by-name.ts";
import type { Parked } from "../conversation.ts";
import { derivedId } from "../id.ts";
import type { Resolution } from "../resolution.ts";
import { skipCalls } from "./calls.ts";
import type { Ledger } from "./ledger.ts";
import { proceed, startRun } from "./proceed.ts";
import { receive } from "./receive.ts";

/** Ends the inquiry, tells the model in the way of its contract, and goes on as the resolution says. */
export function resolve(ledger: Ledger, parked: Parked, resolution: Resolution, at: number): void {
  const { run, inquiry, todos = [] } = parked;
  const contract = contractNamed(inquiry.contract);
  const isNewRun = contract.goesOn === "new-run" && goesOn(ledger, resolution);
  // A message that already waits wants the agent to go on, whatever its definition says about answers.
  const resumes = isNewRun && (run.terms.autoResume !== false || ledger.conversation.mailbox.length > 0);
  ledger.record({
    type: "inquiry.resolved",
    at,
    inquiryId: inquiry.id,
    runId: run.id,
    resolution,
    ...(resumes && { nextRunId: derivedId("run", parked.id, parked.counts.runs + 1) }),
  });
  tell(ledger, parked, contract.delivery.resolved(inquiry, resolution, todos), resolution, at);
  switch (resolution.type) {
    case "answered":
    case "delegated":
    case "declined":
    case "expired":
    case "superseded":
      break;
    case "answered-in-chat":
      skipCalls(ledger, "the user answered with a message of their own first.", at);
      break;
    case "dismissed":
      skipCalls(ledger, "the user set the question aside.", at);
      if (goesOn(ledger, resolution)) break;
      return ledger.record({ type: "run.finished", at, runId: run.id, outcome: "dismissed" });
    case "withdrawn":
      skipCalls(ledger, "the run was stopped.", at);
      return ledger.record({ type: "run.finished", at, runId: run.id, outcome: "stopped" });
  }
  if (!isNewRun) return proceed(ledger, at);
  ledger.record({ type: "run.paused", at, runId: run.id, reason: "answered" });
  if (resumes) startRun(ledger, run.terms, at, run);
}

/** Whether the agent goes on: not after a withdrawal, nor after a dismissal unless the user's next word waits already. */
function goesOn({ conversation: { mailbox } }: Ledger, { type }: Resolution): boolean {
  return type !== "withdrawn" && (type !== "dismissed" || mailbox.length > 0);
}

function tell(ledger: Ledger, parked: Parked, told: Told | undefined, resolution: Resolution, at: number): void {
  const { run, call, inquiry, agent } = parked;
  const by = "by" in resolution ? resolution.by : agent;
  switch (told?.as) {
    case undefined:
      return;
    case "permission":
      ledger.record({ type: "tool.allowed", at, runId: run.id, step: run.steps, callId: inquiry.callId });
      if (told.remark !== undefined)
        receive(ledger, { text: told.remark, by, at, answers: inquiry.id, visibility: "model" });
      return;
    case "result": {
      if (!call) throw new Error(`the call of ${inquiry.id} has its result already`);
      const { status, text } = told;
      const result = { callId: call.id, name: call.name, status, text };
      return ledger.record({ type: "tool.finished", at, runId: run.id, step: run.steps, result });
    }
    case "message": {
      const messageId = receive(ledger, { text: told.text, by, at, answers: inquiry.id, visibility: told.visibility });
      // What only the model reads is no message that waits: it belongs right behind the results of the step.
      if (told.visibility) ledger.record({ type: "messages.delivered", at, messageIds: [messageId] });
    }
  }
}
