import { contractNamed } from "../contracts/contract-by-name.ts";
import type { Parked } from "../conversation.ts";
import type { Resolution } from "../resolution.ts";
import type { Ledger } from "./ledger.ts";
import { proceed, skipCalls } from "./proceed.ts";

/** Ends the inquiry, gives its call the one result, and goes on as the resolution says. */
export function resolve(ledger: Ledger, parked: Parked, resolution: Resolution, at: number): void {
  const { run, call, inquiry } = parked;
  ledger.record({ type: "inquiry.resolved", at, inquiryId: inquiry.id, runId: run.id, resolution });
  const result = contractNamed(inquiry.contract).delivery.resultOf(call, inquiry, resolution);
  ledger.record({ type: "tool.finished", at, runId: run.id, step: run.steps, result });
  switch (resolution.type) {
    case "answered":
    case "delegated":
    case "declined":
    case "expired":
    case "superseded":
      return proceed(ledger, at);
    case "answered-in-chat":
      skipCalls(ledger, "the user answered with a message of their own first.", at);
      return proceed(ledger, at);
    case "dismissed":
      skipCalls(ledger, "the user set the question aside.", at);
      // A message that already waits is the user's next word, so the agent need not rest.
      if (ledger.conversation.mailbox.length > 0) return proceed(ledger, at);
      return ledger.record({ type: "run.finished", at, runId: run.id, outcome: "dismissed" });
    case "withdrawn":
      skipCalls(ledger, "the run was stopped.", at);
      return ledger.record({ type: "run.finished", at, runId: run.id, outcome: "stopped" });
  }
}
