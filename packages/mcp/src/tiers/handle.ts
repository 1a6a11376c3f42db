import type { Client } from "@askback/client";
import type * as wire from "@askback/core/wire";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { type Call, withProgress } from "../call.ts";
import type { Asked } from "../inquiries.ts";
import { failureResult, isResolved, resolutionResult, textResult } from "../resolution.ts";
import { getAnswerName, maxWaitSeconds } from "../tools.ts";

/** Waits for the answer for some seconds; if nobody has answered by then, the result has a handle to wait on with. */
export async function waitForAnswer(
  client: Client,
  asked: Asked,
  call: Call,
  seconds: number = maxWaitSeconds,
): Promise<CallToolResult> {
  if (isResolved(asked.inquiry)) return resolutionResult(asked.contract, asked.inquiry);
  if (seconds === 0) return openResult(asked);
  const limit = AbortSignal.any([call.signal, AbortSignal.timeout(seconds * 1000)]);
  const read = await withProgress(call, () => client.untilResolved(asked.inquiry.id, { signal: limit }));
  if (!read.ok && !limit.aborted) return failureResult(read.error);
  const latest = read.ok ? read : await client.inquiries.get(asked.inquiry.id, {}, { signal: call.signal });
  if (!latest.ok) return openResult(asked);
  return isResolved(latest.value)
    ? resolutionResult(asked.contract, latest.value)
    : openResult({ ...asked, inquiry: latest.value });
}

/** Where the handle is in `_meta` of a result. */
export const handleKey = "askback/handle";

/** Says that the question is open, and how to get the answer; `isShown` if the client shows the question itself. */
export function openResult({ inquiry, contract }: Asked, isShown = false): CallToolResult {
  const { id } = inquiry;
  const handle = { handle: id };
  const text = [
    stateText(inquiry, contract.delivery.asked !== undefined || isShown),
    `Call ${getAnswerName} with ${JSON.stringify(handle)} to wait for the answer. Until then assume no answer and no consent, and do not ask the same again.`,
  ].join(" ");
  return {
    ...textResult(text),
    _meta: { [handleKey]: id },
    // The form of the sessions API's tool: a host that knows it ends the session here.
    ...(contract.turn === "ends-step" && {
      _stop_session: true,
      _stop_reason: "waiting_for_user_input",
      _question_id: id,
    }),
  };
}

function stateText({ status }: wire.Inquiry, isShown: boolean): string {
  if (status === "held") return "Somebody has answered, and can still take the answer back.";
  return isShown
    ? "The question is shown to the user."
    : "Nobody has answered yet: the question stays open, for as long as it takes.";
}
