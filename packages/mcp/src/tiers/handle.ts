import type { Client } from "@askback/client";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { type Call, withProgress } from "../call.ts";
import { type Asked, untilResolved } from "../inquiries.ts";
import { failureResult, isResolved, resolutionResult, textResult } from "../resolution.ts";
import { getAnswerName, longestWait } from "../tools.ts";

/** Waits for the answer for some seconds; if nobody has answered by then, the result has a handle to wait on with. */
export async function waitForAnswer(
  client: Client,
  asked: Asked,
  call: Call,
  seconds: number = longestWait,
): Promise<CallToolResult> {
  if (isResolved(asked.inquiry)) return resolutionResult(asked.contract, asked.inquiry);
  if (seconds === 0) return openResult(asked);
  const limit = AbortSignal.any([call.signal, AbortSignal.timeout(seconds * 1000)]);
  const read = await withProgress(call, () => untilResolved(client, asked.inquiry.id, limit));
  if (read.ok && isResolved(read.value)) return resolutionResult(asked.contract, read.value);
  return read.ok || limit.aborted ? openResult(asked) : failureResult(read.error);
}

/** Says that the question is open, and how to get the answer; `isShown` if the client shows the question itself. */
export function openResult({ inquiry: { id }, contract }: Asked, isShown = false): CallToolResult {
  const handle = { handle: id };
  const text = [
    contract.delivery.asked || isShown
      ? "The question is shown to the user."
      : "Nobody has answered yet: the question stays open, for as long as it takes.",
    `Call ${getAnswerName} with ${JSON.stringify(handle)} to wait for the answer. Until then assume no answer and no consent, and do not ask the same again.`,
  ].join(" ");
  return {
    ...textResult(text),
    _meta: { "askback/handle": id },
    // The form of the sessions API's tool: a host that knows it ends the session here.
    ...(contract.turn === "ends-step" && {
      _stop_session: true,
      _stop_reason: "waiting_for_user_input",
      _question_id: id,
    }),
  };
}
